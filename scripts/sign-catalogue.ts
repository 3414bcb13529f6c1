/**
 * Signs every file of the built-in catalogue with a new key and pins its DID in
 * `src-daemon/packages/catalogue-author.ts`. The key only exists in this process, so it can never sign a second
 * catalogue in its name.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createMemorySigner } from '../src-daemon/identity/index.ts'
import { signPackage, verifyPackageFile } from '../src-daemon/packages/index.ts'

const catalogue = new URL('../resources/catalogue/', import.meta.url)
const pin = new URL('../src-daemon/packages/catalogue-author.ts', import.meta.url)
const signer = createMemorySigner()

const signed: { path: string; bytes: Uint8Array }[] = []
for (const name of readdirSync(catalogue).filter((one) => one.endsWith('.acp.yaml'))) {
  const path = fileURLToPath(new URL(name, catalogue))
  const bytes = await signPackage(readFileSync(path), name, signer, { takeAuthorship: true })
  const { problems } = verifyPackageFile(bytes, name)
  for (const { line, column, code, message } of problems) {
    process.stderr.write(`${name}:${String(line)}:${String(column)} ${code}: ${message}\n`)
  }
  // A built-in package must not need its warnings accepted.
  if (problems.length > 0) process.exit(1)
  signed.push({ path, bytes })
}

// Nothing is written unless all of them are valid: they share one author.
for (const { path, bytes } of signed) writeFileSync(path, bytes)
const source = readFileSync(pin, 'utf8')
writeFileSync(pin, source.replace(/'did:key:z[^']*'/, `'${signer.did}'`))
process.stdout.write(`${String(signed.length)} packages signed by ${signer.did}\n`)
