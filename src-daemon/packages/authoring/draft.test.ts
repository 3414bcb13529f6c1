import { describe, expect, it } from 'vitest'
import { plainRouter } from '../../testing/router.ts'
import type { AcpPackage, InstalledPackage } from '../../contract/packages.ts'
import { validatePackage, verifyPackageFile } from '../index.ts'
import { testAuthor } from '../testing.ts'
import { EMPTY_FORM, type DraftVerb } from '../../contract/draft-parts.ts'
import { draftFaults, draftPackage, type DraftInput } from './draft.ts'
import { readField } from './field.ts'
import { cidOf } from '../../platform/cid.ts'
import { packPackage } from './pack.ts'
import { signPackage } from './sign.ts'

const books: DraftInput = {
  name: 'books',
  title: 'Books',
  description: 'Keeps a list of books.',
  record: 'book',
  fields: [
    'title:text',
    'author',
    'finished:date',
    'seen:time',
    'read:yes/no',
    'stars:whole',
    'price:number',
    'page:link',
    'tags:list',
    'notes:note',
    'state:want|have|read!',
  ].map(readField),
}
const inputs: readonly DraftInput[] = [
  books,
  {
    name: 'shu-ku',
    title: '书库 📚',
    description: '记录读过的书 🙂。',
    record: '书',
    fields: ['标题:text', '日期:date', '完成:yes/no', '状态:未读|已读'].map(readField),
  },
  { name: 'hondana', title: '本だな', description: '', record: '本のメモ', fields: ['題名'].map(readField) },
  {
    name: 'x',
    title: '🎉',
    description: '🎉',
    record: '🎉',
    fields: ['größe:number!', 'ÉTÉ:list'].map(readField),
  },
  {
    name: `a${'b'.repeat(62)}`,
    title: 'The "quoted" \\ title: #1',
    description: "it's {odd}",
    record: 'C++ note (draft)',
    fields: ['a:note'].map(readField),
  },
]

const installed = (acp: AcpPackage) =>
  plainRouter({
    installed: () => [{ name: acp.name } as InstalledPackage],
    get: () => acp,
    onChange: () => () => undefined,
  })

describe('a new package', () => {
  it.each(inputs)(
    'of $name lints clean, verifies once signed, and is found by its five examples',
    async (input) => {
      const draft = Buffer.from(draftPackage(input))
      const file = `${input.name}.acp.yaml`
      expect(verifyPackageFile(draft, file, { signature: 'ignored' }).problems).toEqual([])
      expect(verifyPackageFile(draft, file).problems.map(({ code }) => code)).toEqual(['unsigned'])
      const signed = await signPackage(draft, file, testAuthor)
      const { package: acp, findings } = validatePackage(signed, file, {
        checkSchema: null,
        signature: 'required',
      })
      expect(findings).toEqual([])
      if (acp === null) throw new Error('refused')
      expect(acp.examples).toHaveLength(5)
      expect(acp.tools).toHaveLength(4)
      const router = installed(acp)
      for (const text of acp.examples)
        expect(await router.route({ text, activeCapability: null, explicit: null })).toMatchObject({
          capability: acp.name,
        })
      router.close()
    },
  )

  it.each([
    ['a name with capitals', { name: 'Books' }],
    ['no field', { fields: [] }],
    ['a version that is none', { version: '1' }],
    ['no tool', { verbs: [] }],
    ['a field twice', { fields: ['a', 'a:date'].map(readField) }],
    ['a field the runtime fills', { fields: [readField('id')] }],
    ['an empty choice', { fields: [readField('a:b|')] }],
    ['a field with a dot', { fields: [readField('a.b')] }],
  ])('is not made of %s', (_what, part) => {
    expect(() => draftPackage({ ...books, ...part })).toThrow(
      expect.objectContaining({ code: 'draft_invalid' }),
    )
  })

  it('has no field of a kind there is not', () => {
    expect(() => readField('a:colour')).toThrow(expect.objectContaining({ code: 'draft_invalid' }))
  })

  it('says of its form everything at once, each with its place', () => {
    const form = {
      ...EMPTY_FORM,
      name: 'Books',
      fields: ['a b', 'id', 'c', 'c', 'd:e|e'].map(readField),
      verbs: [],
    }
    expect(draftFaults(form)).toEqual([
      { at: 'name', code: 'name' },
      { at: 'verbs', code: 'no_verbs' },
      { at: 'fields.0', code: 'field_name' },
      { at: 'fields.1', code: 'field_filled' },
      { at: 'fields.3', code: 'field_twice' },
      { at: 'fields.4', code: 'choices' },
    ])
  })

  it.each<[DraftVerb[], readonly string[]]>([
    [['create'], ['state.create']],
    [['query'], ['state.query']],
    [['update'], ['state.update', 'state.query']],
    [
      ['create', 'delete'],
      ['state.create', 'state.query', 'state.delete'],
    ],
  ])(
    'that can only %j has no other tool, tells a model of no other, and asks for no more',
    (verbs, tools) => {
      const { package: acp, problems } = verifyPackageFile(
        Buffer.from(draftPackage({ ...books, verbs })),
        'x',
        {
          signature: 'ignored',
        },
      )
      expect(problems).toEqual([])
      expect(acp?.tools.map(({ name }) => name)).toEqual(tools)
      expect(acp?.permissions.require).toEqual(tools)
      expect(acp?.prompt.match(/state\.\w+/g)?.filter((name) => !tools.includes(name))).toEqual([])
    },
  )

  it('has the sentences, the version, the number and the words of its author', () => {
    const said = ['I finished a book', 'what did I read?']
    const text = draftPackage({
      ...books,
      version: '1.2.0-beta.1',
      schemaVersion: 2,
      icon: 'book',
      sentences: [...said, ' I finished  a book ', ''],
      instructions: 'Titles are never translated.\nAuthors are said family name first.',
    })
    const { package: acp } = verifyPackageFile(Buffer.from(text), 'x', { signature: 'ignored' })
    expect(acp?.examples).toEqual(said)
    expect(acp?.version).toBe('1.2.0-beta.1')
    expect(acp?.icon).toBe('book')
    expect(acp?.schemaUri).toBe('did:nuwa:cap:books:state:Book#v2')
    expect(acp?.prompt).toMatch(/no call saved it\.\nTitles are never translated\.\nAuthors/)
  })

  it('is not made of texts that lint refuses', () => {
    expect(() => draftPackage({ ...books, title: 'Bo\u202Eoks' })).toThrow(
      expect.objectContaining({ code: 'package_rejected' }),
    )
  })

  it('is packed with the record of a registry', async () => {
    const signed = await signPackage(Buffer.from(draftPackage(books)), 'x', testAuthor)
    const { package: acp, sha256 } = validatePackage(signed, 'x', {
      checkSchema: null,
      signature: 'required',
    })
    if (acp === null) throw new Error('refused')
    expect(packPackage(signed, acp)).toEqual({
      baseName: 'books-1.0.0',
      record: {
        cap_uri: 'did:nuwa:cap:books',
        semver: '1.0.0',
        cid: cidOf(signed),
        sha256,
        author_did: testAuthor.did,
        bytes: signed.length,
      },
    })
    // Of the empty file, as any IPFS tool says it.
    expect(cidOf(new Uint8Array())).toBe('bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku')
  })
})

describe('a readme and pictures', () => {
  const CID = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
  const readOf = (more: Partial<DraftInput>) => {
    const form = {
      ...EMPTY_FORM,
      name: 'books',
      title: 'Books',
      record: 'book',
      fields: [readField('title!')],
    }
    const text = draftPackage({ ...form, description: '', ...more })
    return verifyPackageFile(Buffer.from(text), 'books.acp.yaml', { signature: 'ignored' })
  }

  it.each([
    '# Books\n\n- one\n  - two: "three"\n\n    code # no comment',
    '  begins with spaces',
    "it's: [a, {b}] & *c !d % @e `f`",
    '---\nmetadata:\n  id: did:nuwa:cap:other@1.0.0',
  ])('are in the file as they were written: %j', (readme) => {
    const { package: acp, problems } = readOf({ readme, pictures: [{ cid: CID, alt: 'A "list"\nof books' }] })
    expect(problems).toEqual([])
    expect(acp?.name).toBe('books')
    expect(acp?.readme).toBe(readme.trim())
    expect(acp?.screenshots).toEqual([{ cid: CID, alt: 'A "list" of books' }])
  })

  it('have no control characters', () => {
    expect(readOf({ readme: 'a\u0085b\u0007c' }).package?.readme).toBe('a b c')
  })

  it('a picture without words is a fault', () => {
    const form = {
      ...EMPTY_FORM,
      name: 'books',
      fields: [readField('title!')],
      pictures: [{ cid: CID, alt: ' ' }],
    }
    expect(draftFaults(form)).toEqual([{ at: 'pictures.0', code: 'picture_words' }])
  })
})
