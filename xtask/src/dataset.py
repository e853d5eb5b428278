"""Compares a folder's Parquet files with its CSV files and with its replays, value by value.

Usage: dataset.py MINOLAB FOLDER
"""

import csv
import json
import math
import pathlib
import struct
import subprocess
import sys

import duckdb
import pyarrow.parquet as parquet


def single(text):
    """A number of single precision, as the file holds it."""
    return struct.unpack("f", struct.pack("f", float(text)))[0]


def read(kind, text):
    """What a cell of the text form means in a column of this type."""
    if text == "":
        return None
    if kind == "bool":
        return {"true": True, "false": False}[text]
    if kind == "string":
        return text
    if kind == "float":
        return single(text)
    if kind == "double":
        return float(text)
    return int(text)


def compare(folder, name):
    """The rows of a table, the same in both forms and for both readers."""
    table = parquet.read_table(folder / f"{name}.parquet")
    kinds = [str(field.type) for field in table.schema]
    with open(folder / f"{name}.csv", newline="") as file:
        lines = csv.reader(file)
        names = next(lines)
        assert names == table.column_names, f"{name}: other columns"
        text = [[read(*cell) for cell in zip(kinds, line, strict=True)] for line in lines]
    columns = [table.column(column).to_pylist() for column in names]
    rows = [list(row) for row in zip(*columns, strict=True)]
    assert len(rows) == len(text), f"{name}: {len(rows)} rows, {len(text)} in the text form"
    for index, (row, line) in enumerate(zip(rows, text)):
        for column, found, expected in zip(names, row, line):
            assert found == expected, f"{name}, row {index}, {column}: {found!r}, {expected!r}"
    for field in table.schema:
        nulls = table.column(field.name).null_count
        assert field.nullable or nulls == 0, f"{name}: {field.name} has {nulls} empty cells"
    path = str(folder / f"{name}.parquet")
    order = "game, index" if name == "placements" else "game"
    asked = duckdb.sql(f"select * from read_parquet('{path}') order by {order}").fetchall()
    assert asked == [tuple(row) for row in rows], f"{name}: DuckDB reads other values"
    return [dict(zip(names, row)) for row in rows]


def main():
    minolab, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    games, placements = compare(folder, "games"), compare(folder, "placements")
    at = iter(placements)
    for game in games:
        command = [minolab, "replay", folder / game["file"], "--json"]
        replay = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        for name in ["agent", "rules", "mode", "seed", "pieces", "lines", "score", "clear_score"]:
            assert replay[name] == game[name], f"{game['file']}: {name}"
        assert replay["board"] == [game["width"], game["height"]]
        points = keys = 0
        for index, choice in enumerate(replay["choices"], 1):
            row = next(at)
            found = f"{'h' if row['held'] else ''}{row['piece']}@{row['x']},{row['y']}"
            found += row["rotation"] + {"none": "", "mini": "m", "full": "f"}[row["spin"]]
            assert (row["game"], row["index"]) == (game["game"], index)
            assert found == choice, f"{game['file']}, placement {index}: {found}, {choice}"
            points, keys = points + row["points"], keys + row["keys"]
        assert (points, keys) == (game["score"], game["keys"]), game["file"]
        assert not math.isnan(game["mean_height"])
    assert next(at, None) is None
    print(f"{folder.name}: {len(games)} games and {len(placements)} placements read back alike")


main()
