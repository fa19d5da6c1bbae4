"""The answers of two trees, asked and set side by side; `python benchmarks/same_answers --help`."""
