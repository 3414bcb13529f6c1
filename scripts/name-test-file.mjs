// Names the file of a test to the processes that it starts: what one leaves behind says whose it is (left-processes.mjs).
import { relative } from 'node:path'
import { expect } from 'vitest'
import { root } from './freshness.mjs'
import { TEST } from './left-processes.mjs'

process.env[TEST] = relative(root, expect.getState().testPath ?? '')
