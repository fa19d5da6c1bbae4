"""Every system asked as it stands, at the ends of its factors, and under each policy."""

from __future__ import annotations

from benchmarks.same_answers.asking import Record, kessel, now


def system(game: str, name: str) -> list[tuple[str, Record]]:
    """Ask a system as it stands, with all factors at their ends, and under each other policy."""
    key = f"system {game} {name}"
    first = kessel("track", game, name, "--json")
    found = [(key, first)]
    if first["kind"] != "answered":
        return found
    spans = {one[now("factor")]: [int(at) for at in one[now("measures")]] for one in first["answer"][now("ranges")]}
    for end in (min, max) if spans else ():
        told = [word for factor in sorted(spans) for word in ("--set", f"{factor}={end(spans[factor])}")]
        found.append((f"{key}, {end.__name__}", kessel("track", game, name, *told, "--no-ranges", "--json")))
    for player, chosen in first["answer"][now("policies")].items():
        refusal = kessel("track", game, name, "--policy", f"{player}=?", "--no-ranges")["answer"]  # names them all
        for policy in sorted({*refusal.rpartition("one of ")[2].split(", ")} - {chosen}):
            told = ["--policy", f"{player}={policy}", "--no-ranges", "--json"]
            found.append((f"{key}, {player} {policy}", kessel("track", game, name, *told)))
    return found
