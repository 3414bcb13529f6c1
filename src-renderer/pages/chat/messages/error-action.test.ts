import { describe, expect, it } from 'vitest'
import { failedModel, placeToMend } from './error-action.ts'

describe('what can be done about a failed answer', () => {
  it('is to let another model answer, whatever the failed one failed at', () => {
    for (const reason of ['host_not_allowed', 'other_origin', 'private_address'])
      expect(failedModel({ details: { reason, host: 'a.example', model: 'openai:lab:m' } })).toBe(
        'openai:lab:m',
      )
    for (const details of [undefined, null, {}, { model: 1 }, 'model'])
      expect(failedModel({ details })).toBeNull()
  })

  it('leads to the page where it can be fixed', () => {
    expect(placeToMend('secret_missing')).toBe('models')
    expect(placeToMend('network_refused')).toBeNull()
  })
})
