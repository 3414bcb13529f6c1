/** The reference server as a program of its own, for tests that run it in a sandbox. */
import { serveReferenceOnStdio } from '../reference-server.ts'

serveReferenceOnStdio()
