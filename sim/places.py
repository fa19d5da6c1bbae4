"""Where the games lie."""

from pathlib import Path

GAMES = Path(__file__).parent / "games"
