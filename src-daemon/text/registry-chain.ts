import { defineErrors } from './define.ts'

/** Failures of `registry/chain/`. */
export const registryChainErrors = defineErrors({
  chain_unreachable: {
    message: {
      en: 'The chain’s node {host} does not answer: {problem}.',
      zh: '链的节点 {host} 没有应答：{problem}。',
      ja: 'チェーンのノード {host} が応答しません: {problem}。',
      es: 'El nodo de la cadena {host} no responde: {problem}.',
    },
    action: {
      en: 'Nothing was sent. Check the address with `satchel registry chains`, and try again later.',
      zh: '没有发送任何内容。请用 `satchel registry chains` 检查地址，稍后再试。',
      ja: '何も送信していません。`satchel registry chains` でアドレスを確かめ、後でやり直してください。',
      es: 'No se envió nada. Comprueba la dirección con `satchel registry chains` e inténtalo más tarde.',
    },
  },
  chain_failed: {
    message: {
      en: 'The chain’s node {host} gave no usable answer: {problem}.',
      zh: '链的节点 {host} 没有给出可用的应答：{problem}。',
      ja: 'チェーンのノード {host} の応答が使えません: {problem}。',
      es: 'El nodo de la cadena {host} no dio una respuesta útil: {problem}.',
    },
    action: {
      en: 'Try again later, or ask another node.',
      zh: '请稍后再试，或改用其他节点。',
      ja: '後でやり直すか、別のノードをお使いください。',
      es: 'Inténtalo más tarde o usa otro nodo.',
    },
  },
  chain_wrong: {
    message: {
      en: 'The node {host} is of chain {found}, not of chain {expected}.',
      zh: '节点 {host} 属于链 {found}，而不是链 {expected}。',
      ja: 'ノード {host} はチェーン {expected} ではなく {found} のものです。',
      es: 'El nodo {host} es de la cadena {found}, no de la cadena {expected}.',
    },
    action: {
      en: 'Nothing was sent. Correct the node’s address or the chain’s number.',
      zh: '没有发送任何内容。请更正节点地址或链编号。',
      ja: '何も送信していません。ノードのアドレスかチェーンの番号を直してください。',
      es: 'No se envió nada. Corrige la dirección del nodo o el número de la cadena.',
    },
  },
  chain_contract_missing: {
    message: {
      en: 'There is no contract at {address} on chain {chain}.',
      zh: '链 {chain} 上的 {address} 处没有合约。',
      ja: 'チェーン {chain} の {address} に契約はありません。',
      es: 'No hay ningún contrato en {address} de la cadena {chain}.',
    },
    action: {
      en: 'Check the address of the registry’s contract, and that this is the right chain.',
      zh: '请检查注册表合约的地址，以及链是否正确。',
      ja: '登録簿の契約のアドレスと、チェーンが正しいかを確かめてください。',
      es: 'Comprueba la dirección del contrato del registro y que la cadena sea la correcta.',
    },
  },
  chain_contract_other: {
    message: {
      en: 'The contract at {address} is no registry of this kind.',
      zh: '{address} 处的合约不是这种注册表。',
      ja: '{address} の契約はこの種の登録簿ではありません。',
      es: 'El contrato en {address} no es un registro de este tipo.',
    },
    action: {
      en: 'Check the address of the registry’s contract.',
      zh: '请检查注册表合约的地址。',
      ja: '登録簿の契約のアドレスを確かめてください。',
      es: 'Comprueba la dirección del contrato del registro.',
    },
  },
  chain_funds: {
    message: {
      en: 'The account {address} has {balance}; this may cost up to {needed}.',
      zh: '账户 {address} 有 {balance}，而这最多可能花费 {needed}。',
      ja: 'アカウント {address} の残高は {balance} で、これには最大 {needed} かかります。',
      es: 'La cuenta {address} tiene {balance}; esto puede costar hasta {needed}.',
    },
    action: {
      en: 'Nothing was sent. Send coins of this chain to that address, and try again.',
      zh: '没有发送任何内容。请向该地址转入此链的币，然后重试。',
      ja: '何も送信していません。このチェーンのコインをそのアドレスに送り、やり直してください。',
      es: 'No se envió nada. Envía monedas de esta cadena a esa dirección e inténtalo de nuevo.',
    },
  },
  chain_reverted: {
    message: {
      en: 'The contract refused this: {problem}.',
      zh: '合约拒绝了此操作：{problem}。',
      ja: '契約に拒否されました: {problem}。',
      es: 'El contrato lo rechazó: {problem}.',
    },
    action: {
      en: 'The reason is not one that Satchel knows. Look at what the registry says of the name, and try again.',
      zh: 'Satchel 不认识此原因。请查看注册表中该名称的信息，然后重试。',
      ja: '理由は Satchel の知らないものです。登録簿でその名前を確かめ、やり直してください。',
      es: 'Satchel no conoce el motivo. Mira qué dice el registro del nombre e inténtalo de nuevo.',
    },
  },
  chain_not_confirmed: {
    message: {
      en: 'The transaction {tx} is not settled yet.',
      zh: '交易 {tx} 尚未确认。',
      ja: '取引 {tx} はまだ確定していません。',
      es: 'La transacción {tx} aún no está confirmada.',
    },
    action: {
      en: 'It may still be. Look again later before you send another one.',
      zh: '它仍可能被确认。请稍后再看，不要马上另发一笔。',
      ja: 'まだ確定する可能性があります。別の取引を送る前に、後で確かめてください。',
      es: 'Aún puede confirmarse. Vuelve a mirar más tarde antes de enviar otra.',
    },
  },
  registry_input_invalid: {
    message: {
      en: 'The registry does not take this for {name}: {what}.',
      zh: '注册表不接受 {name} 的这一内容：{what}。',
      ja: '登録簿は {name} のこの内容を受け付けません: {what}。',
      es: 'El registro no acepta esto para {name}: {what}.',
    },
    action: {
      en: 'Nothing was written. docs/registry.md says what a registry takes.',
      zh: '没有写入任何内容。注册表接受的内容见 docs/registry.md。',
      ja: '何も書き込んでいません。受け付ける内容は docs/registry.md にあります。',
      es: 'No se escribió nada. docs/registry.md dice qué acepta un registro.',
    },
  },
  registry_name_unknown: {
    message: {
      en: 'Nobody has published {name} in this registry.',
      zh: '此注册表中还没有人发布过 {name}。',
      ja: 'この登録簿では、まだ誰も {name} を公開していません。',
      es: 'Nadie ha publicado {name} en este registro.',
    },
    action: {
      en: 'Check the name, and which registry is asked.',
      zh: '请检查名称以及所查询的注册表。',
      ja: '名前と、尋ねている登録簿を確かめてください。',
      es: 'Comprueba el nombre y a qué registro se pregunta.',
    },
  },
  registry_version_unknown: {
    message: {
      en: '{name} has no version {version} in this registry.',
      zh: '此注册表中 {name} 没有版本 {version}。',
      ja: 'この登録簿の {name} にバージョン {version} はありません。',
      es: '{name} no tiene la versión {version} en este registro.',
    },
    action: {
      en: 'See which there are with `satchel registry show`.',
      zh: '可用 `satchel registry show` 查看有哪些版本。',
      ja: '`satchel registry show` で一覧を確認できます。',
      es: 'Mira cuáles hay con `satchel registry show`.',
    },
  },
  registry_name_owned: {
    message: {
      en: 'The name {name} belongs to another account: {by}.',
      zh: '名称 {name} 属于另一个账户：{by}。',
      ja: '名前 {name} は別のアカウントのものです: {by}。',
      es: 'El nombre {name} pertenece a otra cuenta: {by}.',
    },
    action: {
      en: 'Nothing was written. Choose another name, or ask its owner to offer it to you.',
      zh: '没有写入任何内容。请另选名称，或请其所有者转让给您。',
      ja: '何も書き込んでいません。別の名前にするか、所有者に譲渡を頼んでください。',
      es: 'No se escribió nada. Elige otro nombre o pide a su dueño que te lo ofrezca.',
    },
  },
  registry_other_author: {
    message: {
      en: 'The versions of {name} are of another author: {by}.',
      zh: '{name} 的各版本属于另一位作者：{by}。',
      ja: '{name} の各バージョンは別の作者のものです: {by}。',
      es: 'Las versiones de {name} son de otro autor: {by}.',
    },
    action: {
      en: 'Nothing was written. Sign with that author’s key; to name another author, offer the name to yourself and accept it.',
      zh: '没有写入任何内容。请用该作者的密钥签名；要更换作者，请把名称转让给自己并接受。',
      ja: '何も書き込んでいません。その作者の鍵で署名してください。作者を変えるには、名前を自分に譲渡して受け取ります。',
      es: 'No se escribió nada. Firma con la clave de ese autor; para nombrar a otro, ofrécete el nombre a ti mismo y acéptalo.',
    },
  },
  registry_version_exists: {
    message: {
      en: '{name} {version} is published already, and a version is never replaced.',
      zh: '{name} {version} 已经发布，而版本绝不会被替换。',
      ja: '{name} {version} は公開済みで、バージョンが置き換わることはありません。',
      es: '{name} {version} ya está publicada, y una versión nunca se sustituye.',
    },
    action: {
      en: 'Nothing was written. Publish under the next version.',
      zh: '没有写入任何内容。请以下一个版本发布。',
      ja: '何も書き込んでいません。次のバージョンとして公開してください。',
      es: 'No se escribió nada. Publica con la versión siguiente.',
    },
  },
  registry_already_yanked: {
    message: {
      en: '{name} {version} was yanked before.',
      zh: '{name} {version} 之前已被撤回。',
      ja: '{name} {version} はすでに取り下げられています。',
      es: '{name} {version} ya se había retirado.',
    },
    action: {
      en: 'There is nothing left to do: that cannot be taken back.',
      zh: '无需再做什么：撤回无法取消。',
      ja: 'これ以上することはありません。取り下げは取り消せません。',
      es: 'No queda nada por hacer: eso no se puede deshacer.',
    },
  },
  registry_not_offered: {
    message: {
      en: 'The name {name} is not offered to your account.',
      zh: '名称 {name} 没有转让给您的账户。',
      ja: '名前 {name} はあなたのアカウントに譲渡されていません。',
      es: 'El nombre {name} no se ofrece a tu cuenta.',
    },
    action: {
      en: 'Ask its owner to offer it to the address that `satchel registry account` shows.',
      zh: '请其所有者将其转让给 `satchel registry account` 显示的地址。',
      ja: '`satchel registry account` に表示されるアドレスへの譲渡を所有者に頼んでください。',
      es: 'Pide a su dueño que lo ofrezca a la dirección que muestra `satchel registry account`.',
    },
  },
  registry_same_vote: {
    message: {
      en: 'Your vote on {name} is that already.',
      zh: '您对 {name} 的投票已是如此。',
      ja: '{name} へのあなたの票はすでにそのとおりです。',
      es: 'Tu voto sobre {name} ya es ese.',
    },
    action: {
      en: 'Nothing was written.',
      zh: '没有写入任何内容。',
      ja: '何も書き込んでいません。',
      es: 'No se escribió nada.',
    },
  },
  registry_already_anchored: {
    message: {
      en: 'Your account has anchored this before.',
      zh: '您的账户之前已锚定过它。',
      ja: 'あなたのアカウントはこれをすでに記録しています。',
      es: 'Tu cuenta ya lo había anclado.',
    },
    action: {
      en: 'Nothing was written: the earlier time stands.',
      zh: '没有写入任何内容：较早的时间仍然有效。',
      ja: '何も書き込んでいません。以前の時刻が有効です。',
      es: 'No se escribió nada: vale la fecha anterior.',
    },
  },
  registry_place_invalid: {
    message: {
      en: 'That is no registry: {problem}.',
      zh: '这不是注册表：{problem}。',
      ja: 'それは登録簿ではありません: {problem}。',
      es: 'Eso no es un registro: {problem}.',
    },
    action: {
      en: 'A registry has the address of a node, the number of a chain and the address of a contract (0x and 40 digits).',
      zh: '注册表需要节点地址、链编号和合约地址（0x 加 40 位）。',
      ja: '登録簿にはノードのアドレス、チェーンの番号、契約のアドレス（0x と 40 桁）が要ります。',
      es: 'Un registro tiene la dirección de un nodo, el número de una cadena y la dirección de un contrato (0x y 40 dígitos).',
    },
  },
  registry_missing: {
    message: {
      en: 'No registry is known as “{name}”.',
      zh: '没有名为“{name}”的注册表。',
      ja: '「{name}」という登録簿はありません。',
      es: 'No hay ningún registro llamado «{name}».',
    },
    action: {
      en: 'See which there are with `satchel registry chains`, or add one with `satchel registry chains add`.',
      zh: '可用 `satchel registry chains` 查看，或用 `satchel registry chains add` 添加。',
      ja: '`satchel registry chains` で一覧を確認し、`satchel registry chains add` で追加できます。',
      es: 'Mira cuáles hay con `satchel registry chains`, o añade uno con `satchel registry chains add`.',
    },
  },
  local_chain_missing: {
    message: {
      en: 'The program for a chain on this machine is not installed.',
      zh: '本机未安装用于本地链的程序。',
      ja: 'この端末で動かすチェーンのプログラムが入っていません。',
      es: 'El programa para una cadena en este equipo no está instalado.',
    },
    action: {
      en: 'It comes with a checkout of Satchel (npm ci), on Linux, macOS and Windows.',
      zh: '它随 Satchel 的源码检出提供（npm ci），支持 Linux、macOS 和 Windows。',
      ja: 'Satchel のソース（npm ci）に付属し、Linux、macOS、Windows で動きます。',
      es: 'Viene con el código de Satchel (npm ci), en Linux, macOS y Windows.',
    },
  },
  local_chain_failed: {
    message: {
      en: 'The chain on this machine did not start: {problem}.',
      zh: '本机的链未能启动：{problem}。',
      ja: 'この端末のチェーンを起動できませんでした: {problem}。',
      es: 'La cadena de este equipo no se inició: {problem}.',
    },
    action: {
      en: 'Try again. Nothing is left running.',
      zh: '请重试。没有任何进程残留。',
      ja: 'やり直してください。何も動き続けてはいません。',
      es: 'Inténtalo de nuevo. No queda nada en marcha.',
    },
  },
})
