import { describe, expect, it } from 'vitest'
import type { AcpPackage } from '../contract/packages.ts'
import { installedPackage } from '../testing/installed-package.ts'
import { createClassifier } from './classifier/index.ts'
import { createKnowledge } from './knowledge.ts'

const acp = (name: string, example: string): AcpPackage => ({
  sha256: name,
  name,
  capUri: `did:nuwa:cap:${name}`,
  version: '1.0.0',
  title: name,
  description: '',
  author: { did: 'did:key:z', keyId: 'did:key:z#z' },
  triggers: [{ type: 'keyword', value: `key${name}` }],
  examples: [example],
  memoryScope: `sc:${name}`,
  permissions: { require: [], option: [] },
  llmRequirements: { modelFamily: [], minContextWindow: null, requiredFeatures: [] },
  schema: { properties: {} },
  schemaUri: `did:nuwa:state:${name}#v1`,
  prompt: '',
  tools: [],
  bindings: {},
})

const over = (count: number) => {
  const installed = new Map(
    Array.from({ length: count }, (_, at) => [`c${at}`, acp(`c${at}`, `please ask own${at} about it`)]),
  )
  const listeners = new Set<() => void>()
  const read: string[] = []
  let broken = ''
  const classifier = createClassifier()
  const knowledge = createKnowledge({
    packages: {
      installed: () => [...installed.values()].map(installedPackage),
      get: (name) => {
        read.push(name)
        if (name === broken) throw new Error('cannot be read')
        return installed.get(name) ?? null
      },
      onChange: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    classifier,
    corrections: { of: () => [], onChange: () => () => undefined },
  })
  const change = (what: (packages: Map<string, AcpPackage>) => void): void => {
    what(installed)
    for (const listener of listeners) listener()
  }
  return { knowledge, classifier, change, read, breakAt: (name: string) => (broken = name) }
}

describe('what is installed', () => {
  it('is learned before a message asks for it', async () => {
    const { knowledge, classifier, read } = over(50)
    await knowledge.prepare()
    expect(read).toHaveLength(50)
    expect(knowledge.all().size).toBe(50)
    expect(classifier.score('own7')[0]?.name).toBe('c7')
    expect(read).toHaveLength(50)
  })

  it('is known whole to a message that comes while it is being learned, with what changed meanwhile', async () => {
    const { knowledge, classifier, change } = over(400)
    const prepared = knowledge.prepare()
    change((packages) => {
      packages.delete('c3')
      packages.set('c5', { ...acp('c5', 'sing a song'), sha256: 'other' })
      packages.set('late', acp('late', 'something late'))
    })
    expect(knowledge.all().size).toBe(400)
    expect(knowledge.all().has('c3')).toBe(false)
    expect(classifier.score('sing a song')[0]?.name).toBe('c5')
    expect(classifier.score('something late')[0]?.name).toBe('late')
    expect(classifier.score('own3').map(({ name }) => name)).not.toContain('c3')
    await prepared
    expect(knowledge.all().size).toBe(400)
  })

  it('is asked for again if it could not be read, and left alone after the end', async () => {
    const { knowledge, breakAt, read } = over(20)
    breakAt('c10')
    await expect(knowledge.prepare()).rejects.toThrow('cannot be read')
    expect(() => knowledge.all()).toThrow('cannot be read')
    breakAt('')
    expect(knowledge.all().size).toBe(20)
    const other = over(20)
    other.knowledge.close()
    await other.knowledge.prepare()
    expect(other.read).toEqual([])
    expect(read.length).toBeGreaterThan(20)
  })
})
