import type { AcpPackage, Trigger } from '../../contract/packages.ts'
import { plainRouter } from '../../testing/router.ts'
import { installedPackage } from '../../testing/installed-package.ts'

export const NOTE: Trigger = { type: 'regex', value: '记(.*)笔记|note|add note about' }

export const acp = (name: string, triggers: Trigger[], examples: string[] = []): AcpPackage => ({
  sha256: name,
  name,
  capUri: `did:nuwa:cap:${name}`,
  version: '1.0.0',
  title: name.charAt(0).toUpperCase() + name.slice(1),
  description: '',
  author: { did: 'did:key:z', keyId: 'did:key:z#z' },
  triggers,
  examples,
  memoryScope: `sc:${name}`,
  permissions: { require: [], option: [] },
  llmRequirements: { modelFamily: [], minContextWindow: null, requiredFeatures: [] },
  schema: { properties: { title: {}, body: {}, due: {} } },
  schemaUri: `did:nuwa:state:${name}#v1`,
  prompt: '',
  tools: [],
  bindings: {},
})

export const packagesOf = (installed: readonly AcpPackage[], listeners = new Set<() => void>()) => ({
  installed: () => installed.map(installedPackage),
  get: (name: string) => installed.find((item) => item.name === name) ?? null,
  onChange: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
})

export const routerOver = (...packages: AcpPackage[]) => {
  const installed = [...packages]
  const listeners = new Set<() => void>()
  const router = plainRouter(packagesOf(installed, listeners))
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const install = (item: AcpPackage): void => {
    installed.push(item)
    tell()
  }
  const remove = (name: string): void => {
    installed.splice(0, installed.length, ...installed.filter((item) => item.name !== name))
    tell()
  }
  const route = (text: string, activeCapability: string | null = null, explicit: string | null = null) =>
    router.route({ text, activeCapability, explicit })
  return { ...router, install, remove, to: route }
}

export const note = acp('note', [NOTE])
export const tasks = acp('tasks', [
  { type: 'keyword', value: 'todo' },
  { type: 'keyword', value: '待办' },
  { type: 'embedding', examples: ['remind me to call the dentist', 'add a task to my list'] },
])
