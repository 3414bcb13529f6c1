export function sourceHash(name: string): string
export function compileSample(name: string): Promise<Uint8Array>
