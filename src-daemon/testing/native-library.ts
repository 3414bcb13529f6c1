import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A library that makes the file `marker` when a program loads it, before that program's first line; null without a compiler. */
export const nativeLibrary = (marker: string): Buffer | null => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-native-'))
  const [source, library] = [join(folder, 'native.c'), join(folder, 'native.so')]
  writeFileSync(
    source,
    `#include <stdio.h>
     __attribute__((constructor)) void loaded(void) { FILE *f = fopen("${marker}", "w"); if (f) fclose(f); }`,
  )
  try {
    execFileSync('gcc', ['-shared', '-fPIC', '-o', library, source], { stdio: 'ignore' })
    return readFileSync(library)
  } catch {
    return null
  } finally {
    rmSync(folder, { recursive: true })
  }
}
