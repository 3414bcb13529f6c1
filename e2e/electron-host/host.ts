/**
 * A process that is the app's main process as far as the main bundle can tell: `host.ts <main bundle>`. Started by `launch.ts` with
 * an IPC channel, over which it says where its browser can be reached and evaluates functions for the test.
 */
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { runInThisContext } from 'node:vm'
import { startBrowser } from './browser.ts'
import { superviseBrowser } from './contents.ts'

const electronUrl = new URL('./electron.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: electronUrl, shortCircuit: true } : next(specifier, context),
})

const [, , bundle] = process.argv
if (bundle === undefined) throw new Error('usage: host.ts <main bundle>')

process.on('message', (message: { id: number; source: string; argument: unknown }) => {
  void evaluate(message.source, message.argument).then(
    (value) => process.send?.({ id: message.id, ok: true, value }),
    (error: unknown) => process.send?.({ id: message.id, ok: false, value: String(error) }),
  )
})
process.channel?.unref()

const evaluate = async (source: string, argument: unknown): Promise<unknown> => {
  const electron: unknown = await import('./electron.ts')
  const run: unknown = runInThisContext(`(${source})`)
  return await (run as (electron: unknown, argument: unknown) => unknown)(electron, argument)
}

const endpoint = await startBrowser()
await superviseBrowser()
await import(pathToFileURL(bundle).href)
process.send?.({ endpoint })
