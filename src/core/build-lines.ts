// Lines of an engine's log that say: something was compiled, tuned or captured just now.

// aiter/jit/core.py, vllm/compilation/*.py, vllm/v1/worker/gpu_model_runner.py, triton autotuner, PyTorch inductor.
const BUILD =
  /\[aiter\].{0,40}(?:start build|finish build|build \[)|start build \[module_|Capturing CUDA graph|Graph capturing finished|torch\.compile takes|Compiling a graph for|Dynamo bytecode transform time|Triton autotuning for function|AUTOTUNE \w+\(/;

/** At most ten lines that tell of work a warm engine has behind it. Linear in the length of the text. */
export function buildLines(log: string): readonly string[] {
  const found: string[] = [];
  for (const line of log.split(/[\r\n]+/)) {
    if (!BUILD.test(line.slice(0, 500))) continue;
    found.push(line.slice(0, 200));
    if (found.length === 10) break;
  }
  return found;
}
