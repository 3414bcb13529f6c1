import { PassThrough } from 'node:stream'
import { TRPCClientError } from '@trpc/client'
import { expect, it } from 'vitest'
import type { Profile } from '../../contract/profile.ts'
import type { QuestionAnswer, ToolQuestion } from '../../contract/questions.ts'
import { SatchelError, toErrorView } from '../../platform/errors.ts'
import type { Form } from '../../contract/form.ts'
import { formChoice, formField, formOfFields, formOfSchema } from '../../text/index.ts'
import { createOutput } from './output.ts'
import { answerQuestions } from './question-prompt.ts'
import { createSession, type Api } from './session.ts'

const schema = {
  type: 'object' as const,
  properties: {
    size: {
      type: 'string' as const,
      title: 'Size',
      oneOf: [
        { const: 's', title: 'Small' },
        { const: 'l', title: 'Large' },
      ],
      default: 's',
    },
    colours: {
      type: 'array' as const,
      items: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
    },
    age: { type: 'integer' as const, title: 'Age', maximum: 120 },
    gift: { type: 'boolean' as const },
  },
  required: ['age'],
}

/** A person who types an answer whenever something is asked; null ends the input. */
const person = (answers: readonly (string | null)[]) => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const stderr = Object.assign(new PassThrough(), { isTTY: true })
  const left = [...answers]
  let seen = ''
  stderr.on('data', (chunk: Buffer) => {
    seen += chunk.toString()
    if (!chunk.toString().endsWith(': ') || left.length === 0) return
    const answer = left.shift()
    // Ctrl+D
    setImmediate(() => stdin.write(answer === null ? '\u0004' : `${String(answer)}\n`))
  })
  return { stdin, stderr, seen: () => seen, left }
}

const packing: Form = { ...formOfSchema(schema), description: 'What do you want?' }

/** Asks the form, and gives the first answer the daemon takes. */
const ask = async (
  answers: readonly (string | null)[],
  form: Form,
  refuse: (reply: unknown) => SatchelError | null,
  profile: Profile = {},
) => {
  const { stdin, stderr, seen, left } = person(answers)
  const stdout = new PassThrough()
  const io = { argv: [], env: {}, stdin, stdout, stderr }
  const output = createOutput({ json: false, language: 'en', stream: stdout })
  const taken = Promise.withResolvers<QuestionAnswer['reply']>()
  const question = {
    id: 'q',
    title: 'files',
    tool: 'pack',
    origin: { kind: 'server', name: 'node x.mjs' },
    asked: { kind: 'form', form },
    withdrawn: false,
  } as unknown as ToolQuestion
  const questions = {
    pending: {
      subscribe: (_input: unknown, { onData }: { onData: (all: ToolQuestion[]) => void }) => {
        onData([question])
        return { unsubscribe: () => undefined }
      },
    },
    answer: {
      mutate: ({ reply }: QuestionAnswer) => {
        const refused = refuse(reply)
        if (refused === null) taken.resolve(reply)
        return refused === null
          ? Promise.resolve()
          : Promise.reject(
              Object.assign(new TRPCClientError('refused'), {
                data: { satchel: toErrorView(refused, 'en') },
              }),
            )
      },
    },
  }
  const end = answerQuestions(
    { questions, profile: { get: { query: () => Promise.resolve(profile) } } } as unknown as Api,
    createSession({ output, yes: false, io }),
    () => true,
    taken.reject,
  )
  try {
    return { reply: await taken.promise, seen: seen(), left }
  } finally {
    end()
  }
}

it('lists the choices of a field, and asks again at the field that was typed wrongly', async () => {
  const { reply, seen, left } = await ask(
    ['huge', '2', 'red, blue', 'Red, 2', '', 'old', '300', '7', 'perhaps', 'n', 'y'],
    packing,
    () => null,
  )
  expect(reply).toEqual({
    action: 'accept',
    values: { '/size': 'l', '/colours': ['r', 'g'], '/age': 7, '/gift': false },
  })
  expect(left).toEqual([])
  expect(seen).toContain('    1  Small\n    2  Large\n  Size [Small]: ')
  expect(seen).toContain('    1  Red\n    2  Green\n')
  expect(seen).toContain('This field needs an answer.')
  expect(seen).toContain('At most 120.')
})

it('asks again at the field that the daemon refuses, and keeps the others', async () => {
  const { reply, seen } = await ask(['', '', '13', '', 'y', '30', 'y'], packing, (given) =>
    JSON.stringify(given).includes('13')
      ? new SatchelError('invalid_request', {
          params: { problem: '/age: is unlucky' },
          details: { pointer: '/age' },
        })
      : null,
  )
  expect(reply).toEqual({ action: 'accept', values: { '/size': 's', '/age': 30 } })
  expect(seen).toContain('is unlucky')
})

it('ends where the input ends, or where no answer can fit', async () => {
  expect((await ask(['', null], packing, () => null)).reply).toEqual({ action: 'cancel' })
  const refuse = (given: unknown) =>
    JSON.stringify(given).includes('accept')
      ? new SatchelError('invalid_request', {
          params: { problem: ': is no schema' },
          details: { pointer: '' },
        })
      : null
  expect((await ask(['', '', '7', '', 'y'], packing, refuse)).reply).toEqual({ action: 'decline' })
})

it('asks how many of each product, and shows nothing of a secret as it is typed', async () => {
  const products = formField({
    id: 'options',
    label: 'Which?',
    kind: 'choices',
    required: true,
    quantities: true,
    choices: [
      formChoice({ value: 'tour', label: 'Tour One', price: '199.5 USD', stars: 4.2 }),
      formChoice({ value: 'black', label: 'Jet Black', variantOf: 'tour' }),
    ],
  })
  const code = formField({ id: 'code', label: 'Code', kind: 'text', secret: true })
  const { reply, seen } = await ask(
    ['1, Jet Black', 'some', '2', '', '771204', 'y'],
    formOfFields([products, code], { description: 'For the shop.' }),
    () => null,
  )
  expect(reply).toEqual({
    action: 'accept',
    values: { options: ['tour', 'black'], code: '771204' },
    quantities: { tour: 2, black: 1 },
  })
  expect(seen).toContain('    1  Tour One · 199.5 USD · ★ 4.2\n      2  Jet Black\n')
  expect(seen).toContain('Enter a whole number.')
  expect(seen).not.toContain('771204')
  expect(seen).toMatch(/It asks for a secret: Code\. Only .+ gets it/)
})

it('offers what the profile has, takes it by Enter, leaves it out by a dash, and sends nothing before yes', async () => {
  const form = formOfFields([
    formField({ id: 'who', label: 'Who', kind: 'text', autocomplete: 'name' }),
    formField({ id: 'mail', label: 'Mail', kind: 'email' }),
    formField({ id: 'phone', label: 'Phone', kind: 'phone' }),
    formField({ id: 'why', label: 'Why', kind: 'text', required: true }),
    formField({ id: 'code', label: 'Code', kind: 'text', autocomplete: 'email', secret: true }),
  ])
  const profile = { name: 'Ana', email: 'ana@example.org', tel: '22 00 00 00' }
  const { reply, seen } = await ask(['', 'bo@example.org', '-', '-', '', 'y'], form, () => null, profile)
  expect(reply).toEqual({
    action: 'accept',
    values: { who: 'Ana', mail: 'bo@example.org', why: '-' },
  })
  expect(seen).toContain('  Who [Ana]: ')
  expect(seen).toContain('  Code: ')
  expect(seen).toContain('What is in brackets is from your profile')
  const none = await ask(['', '', '', 'x', '', 'n'], form, () => null, profile)
  expect(none.reply).toEqual({ action: 'decline' })
  const unasked = await ask(['', '', '30', '', 'y'], packing, () => null, profile)
  expect(unasked.seen).not.toContain('profile')
})
