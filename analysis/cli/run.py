"""``kessel run``: play a study and load it into the warehouse."""

from __future__ import annotations

from contextlib import nullcontext, suppress

import click

from analysis.cli._answers import near, say


@click.command()
@click.argument("study", required=False)
@click.option("--all", "every", is_flag=True, help="Play every small study that is shipped.")
@click.option("--games", type=int, help="Games per cell, in place of the study's own number.")
@click.option("--seed", type=int, help="Seed of the dice, in place of the study's own.")
@click.option("--jobs", type=int, default=-1, show_default=True, help="Worker processes; -1 is one for each core.")
@click.option(
    "--backend",
    type=click.Choice(["joblib", "dask"]),
    default="joblib",
    show_default=True,
    help="Where to play: here, or on a Dask cluster whose workers see the same folders.",
)
@click.option("--scheduler", metavar="ADDRESS", help="With --backend dask: the scheduler, such as tcp://host:8786.")
@click.option("--yes", is_flag=True, help="Play even if it takes long; without it a long study is only measured.")
@click.option("--drop", is_flag=True, help="Delete the runs that are kept of the study, and play nothing.")
def COMMAND(
    study: str | None, every: bool, games: int | None, seed: int | None, jobs: int, backend: str, scheduler: str | None,
    yes: bool, drop: bool,
) -> None:  # fmt: skip
    """Play a study and load its runs into the warehouse.

    STUDY is a shipped study's name, the path of a study file, or the id of a study that was played from one.
    """
    from analysis.errors import KesselError
    from analysis.studies.cost import check_cost
    from analysis.studies.parts import on_cluster
    from analysis.studies.record import drop_runs
    from analysis.studies.run import check_jobs, run_study
    from analysis.studies.study import find_study, shipped_studies, sound_studies
    from analysis.studies.warm import Compiling, compile_beside
    from analysis.warehouse.build import renew
    from sim.errors import BorderError, GameError
    from sim.game import leave_out

    if (backend == "dask") != (scheduler is not None):
        raise KesselError("--backend dask and --scheduler ADDRESS go together; expected both or neither")
    if (study is None) != every:
        raise KesselError(f"name one study ({', '.join(shipped_studies())}), or --all")
    if drop:
        if study is None:
            raise KesselError("--drop deletes the runs of one study; name it")
        drop_runs(study)
        say(f"{study}: its runs are deleted")
        say(f"warehouse: {near(renew())}")
        return
    names = list(sound_studies()) if study is None else [study]
    studies = [find_study(name, games=games, seed=seed) for name in names]
    check_jobs(jobs)
    compiling = Compiling(())
    if every:  # whole games last: their kernels are compiled meanwhile
        studies = sorted((one for one in studies if one.size == "small"), key=lambda one: one.is_match)
        compiling = compile_beside(studies)
    first_whole = next((one for one in studies if one.is_match), None) if every else None
    failed = []
    with on_cluster(scheduler) if scheduler is not None else nullcontext():
        for chosen in studies:
            if chosen is first_whole:  # what was played so far is loaded while the kernels are compiled
                with suppress(KesselError):  # said again at the end
                    renew()
            if chosen.is_match:
                compiling.wait_for(chosen.game)
            try:
                check_cost(chosen, jobs, yes=yes)
                done = run_study(chosen, jobs=jobs)
            except (GameError, BorderError) as error:
                if not every:
                    raise
                failed.append(chosen.id)
                leave_out(f"study {chosen.id}", error)
                continue
            say(f"{done.study.id}: {done.n_games:,} games in {done.n_parts} blocks, run {done.run_id}"
                f" ({done.n_played} played now, {done.n_parts - done.n_played} kept from before)")  # fmt: skip
    say(f"warehouse: {near(renew())}")
    if failed:
        raise KesselError(f"not played: {', '.join(failed)}; why stands above. The others are in the warehouse")
