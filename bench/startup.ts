import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, Frame } from './frame.ts'
import { startColdAndWarm } from './startup/checkout.ts'
import {
  createHome,
  fillWithObjects,
  startDaemon,
  timeDaemonStart,
  timeNode,
  type Home,
} from './startup/daemon.ts'
import { openEcho } from './startup/echo.ts'
import { onOneCore } from './startup/one-core.ts'
import { FIRST_LOAD, openPages } from './startup/pages.ts'
import { installedMegabytes } from './startup/sizes.ts'

const OBJECTS = 10_000

/** The figures of a start: how soon the daemon answers, its memory and cost, and how soon the page can be used. */
export const startup: Benchmark = async (frame, { quick, cold }) => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-bench-'))
  try {
    const empty = createHome(join(folder, 'empty'))
    const full = createHome(join(folder, 'full'))
    await readyOnce(empty, 0)
    await readyOnce(full, quick ? OBJECTS / 10 : OBJECTS)
    await starts(frame, empty, 'empty store', 400)
    await starts(frame, full, `${quick ? OBJECTS / 10 : OBJECTS} objects`, 600)
    await running(frame, empty, folder)
    await sizes(frame)
    await startColdAndWarm(frame, { cold, folder })
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

/** The first start of a home creates its identity, and isn't measured. */
const readyOnce = async (home: Home, objects: number): Promise<void> => {
  const daemon = await startDaemon(home)
  try {
    if (objects > 0) await fillWithObjects(daemon, objects)
  } finally {
    await daemon.stop()
  }
}

const starts = async (frame: Frame, home: Home, what: string, limit: number): Promise<void> => {
  const bar = { atMost: limit }
  await frame.compare({
    what: `daemon: socket answers, ${what} (reference: Node alone)`,
    unit: 'ms',
    ours: async () => (await timeDaemonStart(home)).answers,
    reference: timeNode,
    bar,
  })
  await frame.compare({
    what: `daemon: ready to work, ${what}`,
    unit: 'ms',
    ours: async () => (await timeDaemonStart(home)).ready,
    bar,
  })
}

const running = async (frame: Frame, home: Home, folder: string): Promise<void> => {
  const daemon = await startDaemon(home)
  const echo = await openEcho(join(folder, 'echo.sock'))
  try {
    const onOne = (measure: () => Promise<number>) => () => onOneCore([daemon.pid, echo.pid], measure)
    await frame.compare({
      what: 'no-op call over the socket, p50, all on one core (reference: newline-JSON echo)',
      unit: 'us',
      ours: onOne(daemon.pingMicroseconds),
      reference: onOne(echo.pingMicroseconds),
      bar: { atMostTimesReference: 4 },
    })
    await frame.compare({
      what: 'the same, wherever the scheduler puts each',
      unit: 'us',
      ours: daemon.pingMicroseconds,
      reference: echo.pingMicroseconds,
      bar: { atMostTimesReference: 4 },
    })
    await frame.compare({
      what: 'the same call without its client, on one core',
      unit: 'us',
      ours: onOne(daemon.wireMicroseconds),
      reference: onOne(echo.pingMicroseconds),
    })
    await frame.compare({
      what: 'daemon: memory when idle (RSS)',
      unit: 'MB',
      ours: () => daemon.idleMegabytes(),
      bar: { atMost: 120 },
      runs: 5,
    })
    const pages = await openPages()
    try {
      await frame.compare({
        what: 'page: from opening to usable (reference: an empty page)',
        unit: 'ms',
        ours: async () => pages.timeUsable(await daemon.webLink()),
        reference: () => pages.timeEmpty(),
        bar: { atMost: 1500 },
      })
      await frame.compare({
        what: FIRST_LOAD,
        unit: 'kB',
        ours: async () => pages.kilobytesAtRest(await daemon.webLink()),
        bar: { atMost: 300 },
        runs: 1,
      })
    } finally {
      await pages.close()
    }
  } finally {
    await echo.close()
    await daemon.stop()
  }
}

const sizes = async (frame: Frame): Promise<void> => {
  await frame.compare({
    what: 'what npm ci installs',
    unit: 'MB',
    ours: installedMegabytes,
    bar: { atMost: 900 },
    runs: 1,
  })
}
