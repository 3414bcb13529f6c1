// `npm run build-samples` compiles the WebAssembly modules of resources/samples/ from their AssemblyScript
// sources, records the source hash of each, and puts it into the built-in catalogue's package that contains it. `npm
// run sign-catalogue` has to follow.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const root = fileURLToPath(new URL('../resources/', import.meta.url))

/** SHA-256 of a sample's sources: name and bytes of each, sorted by name. */
export function sourceHash(name) {
  const folder = join(root, 'samples', name)
  const hash = createHash('sha256')
  for (const file of readdirSync(folder)
    .filter((one) => /\.(?:ts|json)$/.test(one) && one !== 'made-of.json')
    .sort())
    hash.update(`${file}\0`).update(readFileSync(join(folder, file)))
  return hash.digest('hex')
}

/** Compiles a sample and returns its module. The same sources and compiler make the same bytes. */
export async function compileSample(name) {
  const folder = join(root, 'samples', name)
  const files = new Map()
  const { error, stderr } = await asc.main(['--config', 'asconfig.json', '--target', 'release'], {
    readFile: (file, base) => {
      try {
        return readFileSync(join(base === '.' ? folder : base, file), 'utf8')
      } catch {
        return null // The compiler tries several paths; the file is at one of them.
      }
    },
    writeFile: (file, contents) => files.set(file, contents),
    listFiles: () => [],
  })
  if (error !== null) throw new Error(stderr.toString(), { cause: error })
  return files.get(`./${name}.wasm`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const samples = readdirSync(join(root, 'samples')).filter((name) =>
    existsSync(join(root, 'samples', name, 'asconfig.json')),
  )
  for (const name of samples) {
    const module = await compileSample(name)
    const folder = join(root, 'samples', name)
    writeFileSync(join(folder, `${name}.wasm`), module)
    const hashes = {
      sources: sourceHash(name),
      module: createHash('sha256').update(module).digest('hex'),
      compiler: `assemblyscript ${asc.version}`,
    }
    writeFileSync(join(folder, 'made-of.json'), `${JSON.stringify(hashes, null, 2)}\n`)
    const packageFile = join(root, 'catalogue', `${name}.acp.yaml`)
    const text = readFileSync(packageFile, 'utf8')
    const inlined = text.replace(/^( *module: ).*$/m, `$1"${Buffer.from(module).toString('base64')}"`)
    writeFileSync(packageFile, inlined)
    console.log(`${name}: ${module.length} bytes`)
  }
}
