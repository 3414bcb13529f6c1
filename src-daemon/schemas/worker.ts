/** Compiles and runs schemas too costly for the daemon's own thread. Its owner ends it if it takes too long, or too much memory. */
import { parentPort } from '../platform/worker-side.ts'
import type { Answer } from '../platform/beside.ts'
import { checkHere, createValidators } from './check-here.ts'
import { compileSchema } from './engine.ts'
import type { SchemaJob, SchemaVerdict } from './messages.ts'
import { SchemaRefusal } from './refusal.ts'

const validators = createValidators(50)

const answer = ({ schema, value }: SchemaJob): Answer<SchemaVerdict> => {
  try {
    const problems = checkHere(
      validators,
      JSON.parse(schema) as Record<string, unknown>,
      JSON.parse(value),
      Infinity,
    )
    return { outcome: { problems } }
  } catch (thrown) {
    if (thrown instanceof SchemaRefusal) {
      const { kind, message, pointer } = thrown
      return { outcome: { refusal: { kind, message, pointer } } }
    }
    return { problem: { message: thrown instanceof Error ? thrown.message : String(thrown), code: null } }
  }
}

parentPort?.on('message', (job: SchemaJob) => {
  parentPort?.postMessage(answer(job))
})
// Loading the libraries isn't part of a job.
compileSchema({})
parentPort?.postMessage({ ready: true } satisfies Answer<SchemaVerdict>)
