import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Names the files and tests running when Vitest is stopped: one of them used up the time that `npm test` has for a part. */
export class StillRunning implements Reporter {
  private readonly running = new Set<string>()

  onInit(): void {
    process.once('SIGTERM', () => {
      for (const one of this.running) console.error(`Still running: ${one}`)
      process.exit(1)
    })
  }

  onTestModuleStart(file: TestModule): void {
    this.running.add(file.relativeModuleId)
  }

  onTestModuleEnd(file: TestModule): void {
    this.running.delete(file.relativeModuleId)
  }

  onTestCaseReady(test: TestCase): void {
    this.running.add(nameOf(test))
  }

  onTestCaseResult(test: TestCase): void {
    this.running.delete(nameOf(test))
  }
}

const nameOf = (test: TestCase): string => `${test.module.relativeModuleId} › ${test.fullName}`
