"""Jinja2 templates: the build file's texts, in-game help, charts and reports."""
