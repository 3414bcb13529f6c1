import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `registry/ipfs/`. */
export const ipfsErrors = defineErrors({
  cid_invalid: {
    message: {
      en: 'That is no CID that can be read: {cid} ({problem}).',
      zh: '这不是可读取的 CID：{cid}（{problem}）。',
      ja: '読み取れる CID ではありません: {cid}（{problem}）。',
      es: 'Eso no es un CID que se pueda leer: {cid} ({problem}).',
    },
    action: {
      en: 'Check that it was copied whole. It has to name a file, with the hash SHA-256 or SHA-512.',
      zh: '请检查是否完整复制。它必须指向一个文件，并使用 SHA-256 或 SHA-512 哈希。',
      ja: '全体がコピーされているか確かめてください。SHA-256 か SHA-512 のハッシュでファイルを指すものが必要です。',
      es: 'Comprueba que se copió entero. Debe nombrar un archivo, con el hash SHA-256 o SHA-512.',
    },
  },
  cid_sha256_differ: {
    message: {
      en: 'The CID {cid} and the SHA-256 {sha256} do not name the same bytes: they have {found}.',
      zh: 'CID {cid} 与 SHA-256 {sha256} 指向的字节不同：实际为 {found}。',
      ja: 'CID {cid} と SHA-256 {sha256} が指すバイト列が違います。実際は {found} です。',
      es: 'El CID {cid} y el SHA-256 {sha256} no nombran los mismos bytes: tienen {found}.',
    },
    action: {
      en: 'Nothing was taken. Whoever gave both is wrong about one of them.',
      zh: '没有采用任何内容。提供这两个值的一方至少有一个是错的。',
      ja: '何も取り込んでいません。両方を示した側が、どちらかを誤っています。',
      es: 'No se tomó nada. Quien dio ambos se equivoca en uno de ellos.',
    },
  },
  ipfs_not_found: {
    message: {
      en: 'Nobody who was asked has {cid}. Asked: {sources}.',
      zh: '被询问的各方都没有 {cid}。已询问：{sources}。',
      ja: '尋ねた相手は誰も {cid} を持っていません。尋ねた相手: {sources}。',
      es: 'Nadie a quien se preguntó tiene {cid}. Se preguntó a: {sources}.',
    },
    action: {
      en: 'Ask more: satchel ipfs set gateways ADDRESS,… or satchel ipfs set peers ADDRESS,….',
      zh: '请增加询问对象：satchel ipfs set gateways 地址,… 或 satchel ipfs set peers 地址,…。',
      ja: '尋ねる相手を増やしてください: satchel ipfs set gateways アドレス,… または satchel ipfs set peers アドレス,…。',
      es: 'Pregunta a más: satchel ipfs set gateways DIRECCIÓN,… o satchel ipfs set peers DIRECCIÓN,….',
    },
  },
  ipfs_wrong_bytes: {
    message: {
      en: '{source} gave other bytes than those {cid} names.',
      zh: '{source} 给出的字节与 {cid} 所指的不符。',
      ja: '{source} が、{cid} の指すものとは違うバイト列を返しました。',
      es: '{source} dio otros bytes que los que nombra {cid}.',
    },
    action: {
      en: 'They were thrown away. Take it off your sources, or ask others: satchel ipfs status.',
      zh: '这些字节已丢弃。请将其移出来源，或询问其他来源：satchel ipfs status。',
      ja: '受け取ったものは捨てました。取得元から外すか、ほかに尋ねてください: satchel ipfs status。',
      es: 'Se descartaron. Quítala de tus fuentes o pregunta a otras: satchel ipfs status.',
    },
  },
  ipfs_timeout: {
    message: {
      en: '{source} did not give it within {seconds} seconds.',
      zh: '{source} 在 {seconds} 秒内没有给出。',
      ja: '{source} は {seconds} 秒以内に返しませんでした。',
      es: '{source} no lo dio en {seconds} segundos.',
    },
    action: {
      en: 'Try again later, or name another source: satchel ipfs set gateways ADDRESS,….',
      zh: '请稍后再试，或指定其他来源：satchel ipfs set gateways 地址,…。',
      ja: '後でやり直すか、別の取得元を指定してください: satchel ipfs set gateways アドレス,…。',
      es: 'Inténtalo más tarde o indica otra fuente: satchel ipfs set gateways DIRECCIÓN,….',
    },
  },
  ipfs_unreachable: {
    message: {
      en: '{source} could not be asked: {problem}.',
      zh: '无法询问 {source}：{problem}。',
      ja: '{source} に尋ねられませんでした: {problem}。',
      es: 'No se pudo preguntar a {source}: {problem}.',
    },
    action: {
      en: 'Check that it runs and that its address is right: satchel ipfs status.',
      zh: '请检查它是否在运行、地址是否正确：satchel ipfs status。',
      ja: '動いているか、アドレスが正しいか確かめてください: satchel ipfs status。',
      es: 'Comprueba que funciona y que su dirección es correcta: satchel ipfs status.',
    },
  },
  ipfs_node_failed: {
    message: {
      en: '{source} could not do it: {problem}.',
      zh: '{source} 无法完成：{problem}。',
      ja: '{source} は実行できませんでした: {problem}。',
      es: '{source} no pudo hacerlo: {problem}.',
    },
    action: {
      en: 'Look at what the node says, and try again.',
      zh: '请查看该节点的说明，然后重试。',
      ja: 'ノードの言うことを確かめて、やり直してください。',
      es: 'Mira lo que dice el nodo e inténtalo de nuevo.',
    },
  },
  ipfs_sources_changed: {
    message: {
      en: 'Those who would be asked are not the ones you agreed to: {sources}.',
      zh: '将要询问的对象与您同意的不同：{sources}。',
      ja: '尋ねる相手が、同意した相手と違います: {sources}。',
      es: 'A quienes se preguntaría no son aquellos con los que estuviste de acuerdo: {sources}.',
    },
    action: {
      en: 'Nothing was asked. Look at the list again, and agree to it.',
      zh: '没有询问任何一方。请重新查看名单并确认同意。',
      ja: '誰にも尋ねていません。一覧を見直して、同意してください。',
      es: 'No se preguntó a nadie. Vuelve a mirar la lista y acéptala.',
    },
  },
  file_too_large: {
    message: {
      en: 'The file is larger than {limit} bytes.',
      zh: '文件超过 {limit} 字节。',
      ja: 'ファイルが {limit} バイトを超えています。',
      es: 'El archivo ocupa más de {limit} bytes.',
    },
    action: {
      en: 'Nothing was kept. What is published has at most 1 MiB.',
      zh: '没有保存任何内容。可发布的内容最多 1 MiB。',
      ja: '何も保存していません。公開できるのは 1 MiB までです。',
      es: 'No se guardó nada. Lo que se publica ocupa como máximo 1 MiB.',
    },
  },
})

/** What `satchel ipfs` says, and the lines of its `--help`. */
export const ipfsPhrases = definePhrases({
  cli_ipfs: {
    en: 'files by their CID: get, keep, pin',
    zh: '按 CID 取得、保存与固定文件',
    ja: 'CID でファイルを取得、保存、固定',
    es: 'archivos por su CID: obtener, guardar, fijar',
  },
  cli_ipfs_status: {
    en: 'show the node of this machine, your Kubo and the gateways',
    zh: '显示本机节点、您的 Kubo 与网关',
    ja: 'この端末のノード、自分の Kubo、ゲートウェイを表示',
    es: 'muestra el nodo de este equipo, tu Kubo y las pasarelas',
  },
  cli_ipfs_add: {
    en: 'keep and pin a file of at most 1 MiB',
    zh: '保存并固定一个文件（最多 1 MiB）',
    ja: 'ファイルを保存して固定（1 MiB まで）',
    es: 'guarda y fija un archivo de 1 MiB como máximo',
  },
  cli_ipfs_get: {
    en: 'get a file from whoever has it, and verify it',
    zh: '从任何拥有者处取得文件并验证',
    ja: '持っている相手からファイルを取得して検証',
    es: 'obtiene un archivo de quien lo tenga y lo verifica',
  },
  cli_ipfs_get_out: {
    en: 'write it to a new file',
    zh: '写入新文件',
    ja: '新しいファイルに書く',
    es: 'lo escribe en un archivo nuevo',
  },
  cli_ipfs_pin: {
    en: 'get a file and keep it',
    zh: '取得并保留文件',
    ja: 'ファイルを取得して残す',
    es: 'obtiene un archivo y lo conserva',
  },
  cli_ipfs_unpin: {
    en: 'keep a file no more; its bytes go with the next sweep',
    zh: '不再保留文件；其字节在下次清理时移除',
    ja: 'ファイルを残すのをやめる（バイト列は次の掃除で消える）',
    es: 'deja de conservar un archivo; sus bytes se van con la próxima limpieza',
  },
  cli_ipfs_pins: {
    en: 'list what is pinned, and where',
    zh: '列出已固定的内容及位置',
    ja: '固定されているものと場所を一覧',
    es: 'lista lo fijado y dónde',
  },
  cli_ipfs_sweep: {
    en: 'remove from this machine what is not pinned',
    zh: '从本机移除未固定的内容',
    ja: '固定されていないものをこの端末から削除',
    es: 'quita de este equipo lo que no está fijado',
  },
  cli_ipfs_set: {
    en: 'change a setting: embedded (on|off), listen, peers, kubo, gateways; several with commas, none with ""',
    zh: '更改设置：embedded（on|off）、listen、peers、kubo、gateways；多个用逗号分隔，"" 表示无',
    ja: '設定を変える: embedded（on|off）、listen、peers、kubo、gateways（複数はコンマ区切り、なしは ""）',
    es: 'cambia un ajuste: embedded (on|off), listen, peers, kubo, gateways; varios con comas, ninguno con ""',
  },
  cli_ipfs_off: {
    en: 'off: it keeps blocks, and asks and serves nobody',
    zh: '已关闭：只保存数据块，不询问也不提供给任何人',
    ja: '切: ブロックを保存するだけで、誰にも尋ねず、誰にも渡しません',
    es: 'desactivado: guarda bloques, y no pregunta ni sirve a nadie',
  },
  cli_ipfs_none: { en: 'none', zh: '无', ja: 'なし', es: 'ninguno' },
  cli_ipfs_own_peers: {
    en: 'the peers of this machine',
    zh: '本机的对等节点',
    ja: 'この端末のピア',
    es: 'los pares de este equipo',
  },
  cli_ipfs_here: { en: 'this machine', zh: '本机', ja: 'この端末', es: 'este equipo' },
  cli_ipfs_peers: {
    en: '{count} {count|peer|peers} connected',
    zh: '已连接 {count} 个对等节点',
    ja: '{count} 個のピアと接続中',
    es: '{count} {count|par conectado|pares conectados}',
  },
  cli_ipfs_gateway_line: {
    en: '{answered} answered, {failed} failed',
    zh: '成功 {answered} 次，失败 {failed} 次',
    ja: '成功 {answered} 回、失敗 {failed} 回',
    es: '{answered} respondidas, {failed} fallidas',
  },
  cli_ipfs_swept: {
    en: '{count} {count|block|blocks} removed.',
    zh: '已移除 {count} 个数据块。',
    ja: '{count} 個のブロックを削除しました。',
    es: '{count} {count|bloque quitado|bloques quitados}.',
  },
  cli_ipfs_from: {
    en: 'From {sources}, verified: sha256 {sha256}',
    zh: '来自 {sources}，已验证：sha256 {sha256}',
    ja: '{sources} から取得し、検証しました: sha256 {sha256}',
    es: 'De {sources}, verificado: sha256 {sha256}',
  },
  cli_cap_module_fetch: {
    en: 'get a missing module from IPFS instead of a file',
    zh: '缺少的模块改从 IPFS 取得，而非文件',
    ja: '足りないモジュールをファイルではなく IPFS から取得',
    es: 'obtiene de IPFS el módulo que falta, en vez de un archivo',
  },
  cli_q_fetch_module: {
    en: 'Get the module {cid} from {sources}? Each of them sees what is asked for.',
    zh: '从 {sources} 取得模块 {cid} 吗？其中每一方都会看到所请求的内容。',
    ja: 'モジュール {cid} を {sources} から取得しますか。どの相手にも、求めたものが見えます。',
    es: '¿Obtener el módulo {cid} de {sources}? Cada uno de ellos ve lo que se pide.',
  },
})
