import { describe, expect, it } from 'vitest'
import { base64, MAX_BYTES, sourceOfFile } from '../../../features/package-review/package-file.ts'
import { parametersOf } from '../../../components/parameters.ts'
import { sourceParts } from './source-parts.ts'
import { toolManifest } from './tool-manifest.ts'

describe('a package file', () => {
  it('reaches the daemon byte for byte', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256)
    const source = await sourceOfFile(new File([bytes], 'note.acp.yaml'))
    expect(source).toEqual({
      kind: 'file',
      fileName: 'note.acp.yaml',
      bytesBase64: Buffer.from(bytes).toString('base64'),
    })
    expect(base64(new Uint8Array())).toBe('')
  })

  it('is not read when it is too large to be one', async () => {
    expect(await sourceOfFile(new File([new Uint8Array(MAX_BYTES + 1)], 'big.acp.yaml'))).toBeNull()
  })
})

describe('the source', () => {
  it('is cut at its signature, whatever is written before it', () => {
    const yaml = 'name: "记笔记"\nsignature: zSIG\nx: 1\n'
    const start = yaml.indexOf('zSIG')
    expect(sourceParts(yaml, { start, end: start + 4 })).toEqual({
      before: 'name: "记笔记"\nsignature: ',
      signature: 'zSIG',
      after: '\nx: 1\n',
      lines: 3,
    })
  })

  it('keeps a range that does not fit inside the text', () => {
    expect(sourceParts('ab', { start: 1, end: 99 })).toEqual({
      before: 'a',
      signature: 'b',
      after: '',
      lines: 1,
    })
  })
})

describe('parameters', () => {
  it('are named, typed and nested', () => {
    const [uri, object] = parametersOf({
      properties: {
        schema_uri: { type: 'string', enum: ['did:nuwa:state:note#v1'] },
        object: { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } },
      },
      required: ['schema_uri'],
    })
    expect(uri).toMatchObject({ required: true, options: ['did:nuwa:state:note#v1'] })
    expect(object?.children[0]).toMatchObject({ name: 'tags', type: 'string[]', required: false })
  })

  it('of something that is no schema are none', () => {
    expect(parametersOf({ properties: 3 })).toEqual([])
  })
})

describe('tools', () => {
  const tool = (capability_id: string) => ({
    capability_id,
    version: '1.0.0',
    kind: 'tool' as const,
    name: '',
    description: '',
    input_schema: {},
    output_schema: {},
    prompt_template: null,
    resources: null,
    required_permissions: [],
    x_effect: 'none' as const,
  })

  it('are found by package and name, never by a shared beginning', () => {
    const manifests = [tool('acp:notebook/fetch'), tool('acp:note/fetch')]
    expect(toolManifest(manifests, 'note', 'fetch')?.capability_id).toBe('acp:note/fetch')
    expect(toolManifest(manifests, 'note', 'other')).toBeNull()
  })
})
