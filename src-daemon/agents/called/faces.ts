/** A request at the endpoint for other agents, as its carrier received it. */
export interface FaceRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** The address the sender used. */
  readonly targetUri: string
  /** A header by its name in small letters; several lines are joined by a comma and a space. */
  readonly header: (name: string) => string | undefined
  /** Empty for a GET. */
  readonly body: string
  /** The network address of the sender, or of the proxy before us. */
  readonly from: string
  /** Fires when the sender has disconnected. */
  readonly signal: AbortSignal
}

export interface FaceAnswer {
  readonly status: number
  /** JSON without a `Content-Type` of its own. */
  readonly headers?: Readonly<Record<string, string>>
  /** Pieces are sent as they come, e.g. events; no more are taken once the sender has disconnected. */
  readonly body?: string | AsyncIterable<string>
}

/** One thing the endpoint answers: a protocol adds its own beside the others. */
export interface Face {
  readonly method: 'GET' | 'POST'
  /** The whole path; with `/*` at its end, everything below it. */
  readonly path: string
  /** The most bytes its body may have, by what comes before the body; undefined: as many as for any other. */
  readonly maxBytes?: ((request: Pick<FaceRequest, 'path' | 'header'>) => number | undefined) | undefined
  /** What it throws is logged and answered with 500 and nothing else. */
  readonly answer: (request: FaceRequest) => FaceAnswer | Promise<FaceAnswer>
}

/** The faces of a protocol. */
export interface FaceSet {
  readonly faces: readonly Face[]
  /** Goes on with what the program left when it ended. */
  resume(): Promise<void>
  /** Ends what is running. */
  close(): void
}

/** The face for a request; otherwise the methods its path knows, none if there is no such path. */
export const findFace = (
  faces: readonly Face[],
  { method, path }: Pick<FaceRequest, 'method' | 'path'>,
): Face | readonly string[] => {
  const here = facesAt(faces, path)
  return here.find((face) => face.method === method) ?? here.map((face) => face.method)
}

export const facesAt = (faces: readonly Face[], path: string): readonly Face[] =>
  faces.filter((face) => isAt(face.path, path))

const isAt = (pattern: string, path: string): boolean =>
  pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path
