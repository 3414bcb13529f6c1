"""llama.cpp's own server on one thread: serve.py MODEL PORT WINDOW LONGEST HEAT, two of them in tokens. Ends with its standard input."""

import os
import sys

import xllamacpp

model, port, window, longest, heat = sys.argv[1:]
params = xllamacpp.CommonParams()
params.model.path = model
params.hostnames = ["127.0.0.1"]
params.port = int(port)
params.n_ctx = int(window)
params.n_predict = int(longest)
params.n_parallel = 1
params.n_gpu_layers = 0
params.use_jinja = True
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
# The same words each time, however wild.
params.sampling.temp = float(heat)
params.sampling.seed = 1
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
os._exit(0)
