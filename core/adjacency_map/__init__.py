"""Draw a map from its adjacency: two cells touch exactly when their areas are neighbours.

>>> from adjacency_map import Area, AreaMap, draw
>>> square = AreaMap("square", (
...     Area("north", ("south", "pond"), centre=(50, 20), rim=True),
...     Area("south", ("north", "pond"), centre=(50, 80), rim=True),
...     Area("pond", ("north", "south"), centre=(60, 50)),
... ))
>>> cells = draw([square]).cells
>>> cells["north"].touches(cells["pond"]), len(cells["pond"].rings)
(True, 1)
"""

from __future__ import annotations

from adjacency_map.drawing import draw
from adjacency_map.model import Area, AreaMap, Cell, Drawing, Island, NotDrawable
from adjacency_map.raster import Raster, rasterize

__all__ = ["Area", "AreaMap", "Cell", "Drawing", "Island", "NotDrawable", "Raster", "draw", "rasterize"]
