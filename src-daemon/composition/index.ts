/** The composition: the only place that makes the rooms and hands them to each other. */
export { createDaemon } from './daemon.ts'
