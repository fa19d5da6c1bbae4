"""How a map looks: colors for light and dark, patterns for woods, marsh and hills."""

from __future__ import annotations

LIGHT = {
    "land": "#f1ead6", "forest": "#c9d7a6", "forest-mark": "#7d9a5b", "marsh": "#d3e0d3", "marsh-mark": "#6f9ea3",
    "hills": "#e3cfa2", "hills-mark": "#b08a4f", "town": "#b9aa97", "town-mark": "#5d5148", "city": "#c98f7c",
    "city-mark": "#7c2d1f", "water": "#a8cde0", "water-deep": "#94bfd6", "shore": "#5b8fb0", "shallow": "#c6e0ec",
    "river": "#4b8fbd", "road": "#a4472f", "road-case": "#fff6e0", "grid": "#5d5138", "text": "#2d2a24",
    "halo": "#fbf7ea", "quiet": "#6e6552", "water-text": "#2f6c92", "border": "#c62828", "frame": "#fbf8f0",
}  # fmt: skip
DARK = {
    "land": "#37352f", "forest": "#344231", "forest-mark": "#6f8f5c", "marsh": "#2f4142", "marsh-mark": "#6fa0a3",
    "hills": "#4a4030", "hills-mark": "#a88b5c", "town": "#5c544b", "town-mark": "#d9cdbd", "city": "#6b3f35",
    "city-mark": "#f0b6a4", "water": "#1d3646", "water-deep": "#182e3c", "shore": "#6ba1c0", "shallow": "#26485c",
    "river": "#62a7d4", "road": "#e08a6c", "road-case": "#2a221d", "grid": "#d8cfb8", "text": "#f0ebdf",
    "halo": "#24221e", "quiet": "#b5ab97", "water-text": "#8cc3e2", "border": "#ff6b5e", "frame": "#1f1e1b",
}  # fmt: skip
FONT = "'Kessel Sans', 'Source Sans 3', 'Source Sans Pro', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"


def style(theme: str) -> str:
    """Return the style sheet of a map: ``light``, ``dark``, or ``auto``, which follows the reader's screen."""
    if theme not in ("light", "dark", "auto"):
        raise ValueError(f"theme is {theme!r}; expected light, dark or auto")
    rules = [f".kmap{{{_variables(DARK if theme == 'dark' else LIGHT)}}}"]
    if theme == "auto":
        rules.append(f"@media (prefers-color-scheme:dark){{.kmap{{{_variables(DARK)}}}}}")
        rules.append(f"[data-theme=dark] .kmap{{{_variables(DARK)}}}[data-theme=light] .kmap{{{_variables(LIGHT)}}}")
    return "<style>" + "".join(rules) + _RULES + "</style>"


def _variables(colors: dict[str, str]) -> str:
    return "".join(f"--{name}:{color};" for name, color in colors.items())


_RULES = f"""
.kmap text{{font-family:{FONT};fill:var(--text)}}
.kmap .halo{{paint-order:stroke;stroke:var(--halo);stroke-linejoin:round;stroke-width:3px}}
.kmap .grid{{fill:none;stroke:var(--grid);stroke-opacity:.28;stroke-width:.8}}
.kmap .number{{font-size:7.2px;fill:var(--quiet);fill-opacity:.85;text-anchor:middle}}
.kmap .river{{fill:none;stroke:var(--river);stroke-width:4.2;stroke-linecap:round;stroke-linejoin:round}}
.kmap .road-case{{fill:none;stroke:var(--road-case);stroke-width:5;stroke-linecap:round;stroke-linejoin:round}}
.kmap .road{{fill:none;stroke:var(--road);stroke-width:2.3;stroke-linecap:round;stroke-linejoin:round}}
.kmap .water{{fill:var(--water);stroke:var(--shore);stroke-width:1.3;stroke-linejoin:round}}
.kmap .shallow{{fill:none;stroke:var(--shallow);stroke-linejoin:round}}
.kmap .border{{fill:none;stroke:var(--border);stroke-width:3.4;stroke-linecap:round;stroke-linejoin:round}}
.kmap .place{{font-size:10.5px;font-weight:600;text-anchor:middle}}
.kmap .city{{font-size:15px;font-weight:700;letter-spacing:.06em}}
.kmap .locality{{font-size:8.8px;font-weight:400;font-style:italic;text-anchor:middle}}
.kmap .sea,.kmap .lake{{font-style:italic;fill:var(--water-text);text-anchor:middle}}
.kmap .sea{{letter-spacing:.18em}}
.kmap .lake{{letter-spacing:.04em}}
.kmap .island{{fill:var(--quiet);text-anchor:middle;letter-spacing:.1em}}
.kmap .region{{fill:var(--quiet);fill-opacity:.6;text-anchor:middle;letter-spacing:.32em}}
.kmap .river-name{{font-style:italic;fill:var(--water-text);text-anchor:middle}}
.kmap .title{{font-size:25px;letter-spacing:.04em}}
.kmap .small{{font-size:10.5px;fill:var(--quiet)}}
.kmap .legend{{font-size:11.5px}}
"""


def patterns(prefix: str) -> str:
    """Return the fills of woods, marsh, hills and towns; `prefix` keeps their names apart on a page of several maps."""
    tree = "M{x} {y}l-3.1 5h1.7l-2.3 3.6h7.4l-2.3-3.6h1.7z"
    trees = "".join(tree.format(x=x, y=y) for x, y in ((7, 2), (19, 11), (29, 1), (8, 20), (30, 19)))
    tuft = "M{x} {y}h9M{a} {y}v-3.6M{b} {y}l-2.2-2.8M{c} {y}l2.2-2.8"
    tufts = "".join(tuft.format(x=x, y=y, a=x + 4.5, b=x + 3, c=x + 6) for x, y in ((2, 8), (17, 16), (4, 24)))
    hill = "M{x} {y}q4.2-7.5 8.4 0M{a} {y}l.8-2.4M{b} {y}v-3.4M{c} {y}l-.8-2.4"
    hills = "".join(hill.format(x=x, y=y, a=x + 2, b=x + 4.2, c=x + 6.4) for x, y in ((2, 10), (18, 18), (5, 27)))
    units, line = 'patternUnits="userSpaceOnUse"', 'fill="none" stroke-linecap="round"'
    return (
        f'<pattern id="{prefix}forest" width="36" height="29" {units}>'
        f'<path d="{trees}" fill="var(--forest-mark)" fill-opacity=".75"/></pattern>'
        f'<pattern id="{prefix}marsh" width="30" height="28" {units}>'
        f'<path d="{tufts}" {line} stroke="var(--marsh-mark)" stroke-width="1.1"/></pattern>'
        f'<pattern id="{prefix}hills" width="31" height="30" {units}>'
        f'<path d="{hills}" {line} stroke="var(--hills-mark)" stroke-width="1.2"/></pattern>'
    )
