/** `MessageChannelMain`: two linked ports, one of which can be handed to a page. */
import { EventEmitter } from 'node:events'

export class MessagePortMain extends EventEmitter {
  #started = false
  #closed = false
  #queue: unknown[] = []
  /** Where what is posted here goes. */
  #deliver: (data: unknown) => void = () => undefined
  #closePeer: () => void = () => undefined

  link(peer: { receive: (data: unknown) => void; peerClosed: () => void }): void {
    this.#deliver = (data) => {
      peer.receive(data)
    }
    this.#closePeer = () => {
      peer.peerClosed()
    }
  }

  postMessage(data: unknown): void {
    if (this.#closed) return
    const copy: unknown = structuredClone(data)
    setImmediate(this.#deliver, copy)
  }

  start(): void {
    this.#started = true
    for (const data of this.#queue.splice(0)) this.emit('message', { data, ports: [] })
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    setImmediate(this.#closePeer)
    setImmediate(() => this.emit('close'))
  }

  receive(data: unknown): void {
    if (this.#closed) return
    if (this.#started) this.emit('message', { data, ports: [] })
    else this.#queue.push(data)
  }

  peerClosed(): void {
    if (this.#closed) return
    this.#closed = true
    this.emit('close')
  }
}

export class MessageChannelMain {
  readonly port1 = new MessagePortMain()
  readonly port2 = new MessagePortMain()

  constructor() {
    this.port1.link(this.port2)
    this.port2.link(this.port1)
  }
}
