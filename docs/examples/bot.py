#!/usr/bin/env python3
"""A whole bot of the Tetris Bot Protocol: one ply, hard drops only, four features. `docs/bots.md` runs it."""

import json
import sys

# Cells around the centre, facing north; a quarter turn clockwise takes (x, y) to (y, -x).
NORTH = {
    "I": [(-1, 0), (0, 0), (1, 0), (2, 0)],
    "O": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "T": [(-1, 0), (0, 0), (1, 0), (0, 1)],
    "L": [(-1, 0), (0, 0), (1, 0), (1, 1)],
    "J": [(-1, 0), (0, 0), (1, 0), (-1, 1)],
    "S": [(-1, 0), (0, 0), (0, 1), (1, 1)],
    "Z": [(-1, 1), (0, 1), (0, 0), (1, 0)],
}


def orientations(piece):
    cells = NORTH[piece]
    for name in ["north", "east", "south", "west"]:
        yield name, cells
        cells = [(y, -x) for x, y in cells]


def drop(board, cells, x):
    """The row of the centre after a hard drop in column x, or None off the board."""
    if any(not 0 <= x + dx < 10 for dx, _ in cells):
        return None
    heights = [max((y + 1 for y in range(len(board)) if board[y][c]), default=0) for c in range(10)]
    return max(heights[x + dx] - dy for dx, dy in cells)


def place(board, cells, x, y):
    """The board after it, and how many lines cleared."""
    after = [row[:] for row in board]
    for dx, dy in cells:
        after[y + dy][x + dx] = True
    kept = [row for row in after if not all(row)]
    lines = len(after) - len(kept)
    return kept + [[False] * 10 for _ in range(lines)], lines


def worth(board, lines):
    """Yiyuan Lee's four features and weights."""
    heights = [max((y + 1 for y in range(len(board)) if board[y][c]), default=0) for c in range(10)]
    holes = sum(not board[y][c] for c in range(10) for y in range(heights[c]))
    bumpiness = sum(abs(a - b) for a, b in zip(heights, heights[1:]))
    return -0.510066 * sum(heights) + 0.760666 * lines - 0.35663 * holes - 0.184483 * bumpiness


def suggest(board, piece):
    found = []
    for name, cells in orientations(piece):
        for x in range(10):
            y = drop(board, cells, x)
            if y is not None and all(y + dy < len(board) for _, dy in cells):
                location = {"type": piece, "orientation": name, "x": x, "y": y}
                found.append((worth(*place(board, cells, x, y)), location))
    found.sort(key=lambda scored: -scored[0])
    # More than one, best first: the frontend plays the first that its rules allow.
    return [{"location": location, "spin": "none"} for _, location in found[:5]]


def say(**message):
    print(json.dumps(message), flush=True)


say(type="info", name="four features", version="1", author="you", features=[])
board, queue = [], []
for line in sys.stdin:
    message = json.loads(line)
    match message["type"]:
        case "rules":
            say(type="ready")
        case "start":
            # 40 rows from the bottom, null or a piece's letter in each cell.
            board = [[cell is not None for cell in row] for row in message["board"]]
            queue = list(message["queue"])
        case "suggest":
            say(type="suggestion", moves=suggest(board, queue[0]))
        case "play":
            location = message["move"]["location"]
            cells = dict(orientations(location["type"]))[location["orientation"]]
            board, _ = place(board, cells, location["x"], location["y"])
            queue.pop(0)
        case "new_piece":
            queue.append(message["piece"])
        case "quit":
            break
