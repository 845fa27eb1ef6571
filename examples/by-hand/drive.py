"""Runs the OpenCL kernels in a folder and prints the inputs that they find: python3 drive.py FOLDER"""

import json
import sys
from pathlib import Path

import numpy as np
import pyopencl as cl

folder = Path(sys.argv[1])
manifest = json.loads((folder / "manifest.json").read_text())
stages, interface = manifest["stages"], manifest["interface"]
head, *blocks = [json.loads(line) for line in (folder / "blocks.jsonl").read_text().splitlines()]
blocks = [block for block in blocks if block["kernel"] == manifest["kernel"]]
assert not head["unsearched"], "some inputs have no kernel: each of them is a candidate"

device = cl.get_platforms()[0].get_devices()[0]
kind = "gpu" if device.type & cl.device_type.GPU else "cpu"
form = next(p for p in manifest["programs"] if p["device"] == kind and p["deployment"] == "phased")
context = cl.Context([device])
queue = cl.CommandQueue(context)
program = cl.Program(context, (folder / form["file"]).read_text()).build("-cl-std=CL1.2")

# Rule "seeds": words one below the other, blocks side by side. Rule "items": those of stage 0.
words = [[int(word, 16) for stage in block["seeds"] for word in stage.split()] for block in blocks]
seeds = np.ascontiguousarray(np.array(words, np.uint64).T)
items = [b * stages[0]["items"] + i for b, block in enumerate(blocks) for i in range(block["items"])]
items = np.array(items, np.uint64)

entries = [entry for entry in interface["entry_points"] if entry["file"] == form["file"]]
room = 1 << 16
for entry in entries:
    [s] = entry["stages"]
    while len(items) > 0:
        assert len(items) * stages[s]["part_count"] < 2**32, "too many items for one launch"
        counts, survivors = np.zeros(len(stages) + 5, np.uint32), np.zeros(room, np.uint64)
        counts[s] = len(items)
        memory = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        arrays = {"seeds": seeds, "items": items, "counts": counts, "survivors": survivors}
        given = {name: cl.Buffer(context, memory, hostbuf=array) for name, array in arrays.items()}
        given |= {"blocks": np.uint32(len(blocks)), "item_capacity": np.uint32(len(items))}
        given |= {"survivor_capacity": np.uint32(room)}
        arguments = [given[argument["name"]] for argument in entry["arguments"]]
        group = form["group_size"]
        cl.Kernel(program, entry["name"])(queue, (64 * group,), (group,), *arguments)
        cl.enqueue_copy(queue, counts, given["counts"])
        cl.enqueue_copy(queue, survivors, given["survivors"])
        assert counts[len(stages) + 1] == 0, "rule overrun: a loop passed its bound"
        if counts[s + 1] <= room:
            items = np.unique(survivors[: counts[s + 1]])  # rule "repeats"
            break
        room = int(counts[s + 1])  # rule "room"

for part in map(int, items):  # rules "inputs" and "beyond"
    b, t0 = divmod(part * stages[-1]["part_inputs"], interface["block_inputs"])
    first, exponent = int(blocks[b]["first"]), blocks[b]["exponent"]
    for t in range(t0, min(t0 + stages[-1]["part_inputs"], blocks[b]["inputs"])):
        print(f"{first + t:#x}p{exponent}")  # an exact hexadecimal float
