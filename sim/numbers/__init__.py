"""Printed numbers as files: read, checked, corrected, filled from weaker sources, looked up; how sure each is."""
