"""Where the games lie, and where what may be lost is kept."""

import os
from pathlib import Path

GAMES = Path(__file__).parent / "games"


def cache_folder() -> Path:
    """Return where Kessel keeps what may be lost: ``KESSEL_CACHE``, or the user's own folder of caches."""
    base = os.environ.get("KESSEL_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "kessel"
