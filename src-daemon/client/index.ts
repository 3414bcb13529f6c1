/** The door for programs that talk to the daemon: the CLI and the Electron shell. */
export { findDaemon, openSocket, type DaemonAddress } from './address.ts'
export { daemonArguments, ensureDaemon, type DaemonRuntime, type StartReport } from './ensure.ts'
export { connectDaemon, type DaemonClient } from './connect.ts'
export { stopDaemon } from './stop.ts'
export { bridgeProgram } from './bridge.ts'
export { ownRuntime } from './runtime.ts'
