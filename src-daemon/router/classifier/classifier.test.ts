import { describe, expect, it } from 'vitest'
import { createClassifier, type ClassifierCapability } from './index.ts'

const capability = (name: string, examples: readonly string[]): ClassifierCapability => ({
  name,
  description: '',
  examples,
  keywords: [],
})

describe('classifier', () => {
  it('finds the capability whose examples a message is most like, and says by which words', () => {
    const classifier = createClassifier()
    classifier.learn([
      capability('tasks', ['remind me to call the dentist', 'add a task to my list']),
      capability('weather', ['will it rain tomorrow', 'how warm is it in Lisbon']),
    ])
    const [best] = classifier.score('remind me to phone the dentist')
    expect(best).toMatchObject({ name: 'tasks' })
    expect(best?.matched).toContain('remind')
    expect(best?.score).toBeGreaterThan(classifier.threshold)
  })
})
