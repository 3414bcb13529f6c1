import { expect, it } from 'vitest'
import {
  capabilityManifestSchema,
  invokeResultSchema,
  type CapabilitiesService,
  type CapabilityRef,
} from './types.ts'

/** What a source must offer so that the suite can provoke each outcome. Null where the source has no such thing. */
export interface ConformanceSubject {
  readonly service: CapabilitiesService
  readonly good: { readonly ref: CapabilityRef; readonly input: unknown }
  /** Input its schema refuses. */
  readonly invalid: { readonly ref: CapabilityRef; readonly input: unknown }
  readonly denied: { readonly ref: CapabilityRef; readonly input: unknown } | null
  readonly failing: { readonly ref: CapabilityRef; readonly input: unknown } | null
  /** Takes longer than 50 ms. */
  readonly slow: { readonly ref: CapabilityRef; readonly input: unknown } | null
  /** How often any handler has run, to prove what did not run. */
  readonly runs: () => number
}

const CONTEXT = { caller: 'internal', turn: null } as const
/** An address, an absolute path, a port, a line of a stack. */
const TRANSPORT =
  /[a-z]+:\/\/(?!json-schema\.org)|(?:^|[\s"'])\/(?:home|usr|tmp|etc|var)\/|\bat \S+ \(|[a-z0-9]:\d{4,5}\b/i

/** The CAP floor as a suite (cap.md 8), to be pointed at any source. Call it inside a `describe`. */
export const runSourceConformance = (open: () => ConformanceSubject): void => {
  const invoke = (
    subject: ConformanceSubject,
    call: { ref: CapabilityRef; input: unknown },
    deadlineMs?: number,
  ) =>
    subject.service.invoke(call.ref, call.input, {
      ...CONTEXT,
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
    })

  it('lists manifests of the right shape, each pair once, the same every time', () => {
    const { service } = open()
    const list = service.list()
    expect(list.length).toBeGreaterThan(0)
    for (const manifest of list) expect(capabilityManifestSchema.parse(manifest)).toEqual(manifest)
    const pairs = list.map(({ capability_id, version }) => `${capability_id} ${version}`)
    expect(new Set(pairs).size).toBe(pairs.length)
    expect(service.list()).toEqual(list)
  })

  it('describes what it lists', () => {
    const { service } = open()
    for (const manifest of service.list()) expect(service.describe(manifest)).toEqual(manifest)
  })

  it('answers a good call with an output and no error, and logs it', async () => {
    const subject = open()
    const result = await invoke(subject, subject.good)
    expect(invokeResultSchema.parse(result)).toEqual(result)
    expect(result).toMatchObject({ ok: true, error: null })
    expect(result.output).not.toBeNull()
    expect(subject.service.activity({ limit: 1 })[0]).toMatchObject({
      capabilityId: subject.good.ref.capability_id,
      result,
    })
  })

  it('says NOT_FOUND for an unknown id, an unknown version and no reference at all', async () => {
    const subject = open()
    const { ref, input } = subject.good
    const unknown = [
      { ...ref, capability_id: 'acp:nobody/nothing' },
      { ...ref, version: '99.0.0' },
    ]
    for (const wrong of unknown) expectFailure(await invoke(subject, { ref: wrong, input }), 'NOT_FOUND')
    expect(subject.runs()).toBe(0)
  })

  it('says INVALID_INPUT before anything runs', async () => {
    const subject = open()
    const { ref } = subject.invalid
    for (const input of [subject.invalid.input, null, undefined, 'text', [], 7]) {
      expectFailure(await invoke(subject, { ref, input }), 'INVALID_INPUT')
    }
    expect(subject.runs()).toBe(0)
  })

  it('says PERMISSION_DENIED before anything runs, but after the input was checked', async () => {
    const subject = open()
    if (subject.denied === null) return
    expectFailure(await invoke(subject, subject.denied), 'PERMISSION_DENIED')
    expectFailure(await invoke(subject, { ref: subject.denied.ref, input: null }), 'INVALID_INPUT')
    expect(subject.runs()).toBe(0)
  })

  it('says EXECUTION_FAILED without showing what is inside', async () => {
    const subject = open()
    if (subject.failing === null) return
    expectFailure(await invoke(subject, subject.failing), 'EXECUTION_FAILED')
  })

  it('says TIMEOUT at the deadline and drops what comes later', async () => {
    const subject = open()
    if (subject.slow === null) return
    const result = await invoke(subject, subject.slow, 10)
    expectFailure(result, 'TIMEOUT')
    expect(result.duration_ms).toBeLessThan(1000)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(subject.service.activity({ limit: 10 }).map(({ result: logged }) => logged.error?.code)).toEqual([
      'TIMEOUT',
    ])
  })
}

const expectFailure = (result: unknown, code: string): void => {
  const parsed = invokeResultSchema.parse(result)
  expect(parsed).toMatchObject({ ok: false, output: null, error: { code } })
  expect(JSON.stringify(parsed.error)).not.toMatch(TRANSPORT)
}
