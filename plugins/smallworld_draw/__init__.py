"""Pictures of boards and games: one geometry, drawn as SVG, as text and as a page."""
