"""The way of German supply along the roads that passes the fewest hexes where something may happen to it [9.1]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import GERMAN, Q_B, Q_C, Q_K
from sim.map.forces.world import N_SOURCES, QUEUE, QUEUED, SOURCES, World
from sim.match.compiled import kernel
from sim.match.rows import fill

FAR = 999
"""The toll of a hex that no supply passes, and the label of one that no road leads to."""


@kernel
def ways_by_road(w: World) -> None:
    """Write the least toll from a source to every hex by road into `Q_B`, the hex before it into `Q_C`.

    `Q_K` holds the toll of each hex.
    """
    toll, label, before, queue, queued = w.q[Q_K], w.q[Q_B], w.q[Q_C], w.q[QUEUE], w.q[QUEUED]
    size = len(queue)
    fill(label, FAR)
    fill(before, -1)
    head, tail = 0, 0
    for k in range(w.s[N_SOURCES + GERMAN]):
        h = w.lists[SOURCES + GERMAN, k]
        if toll[h] < FAR:
            label[h] = toll[h]
            queue[tail] = h
            queued[h] = 1
            tail += 1
    while head != tail:
        h = queue[head]
        head = head + 1 if head + 1 < size else 0
        queued[h] = 0
        here = label[h]
        for k in range(w.along.shape[1]):
            n = w.along[h, k]
            if n < 0:
                break
            now = here + toll[n]
            if now < label[n]:
                label[n] = now
                before[n] = h
                if queued[n] == 0:
                    queued[n] = 1
                    queue[tail] = n
                    tail = tail + 1 if tail + 1 < size else 0
