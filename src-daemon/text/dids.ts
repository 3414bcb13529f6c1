import { defineErrors } from './define.ts'

/** Error texts of `identity/dids/` and `identity/did-auth/`. */
export const didsErrors = defineErrors({
  did_unresolvable: {
    message: {
      en: 'This is not an identifier whose keys can be found: {did} (at “{part}”).',
      zh: '无法根据此标识符找到密钥：{did}（问题在“{part}”）。',
      ja: 'この識別子からは鍵を見つけられません: {did}（「{part}」の部分）。',
      es: 'No es un identificador cuyas claves se puedan encontrar: {did} (en «{part}»).',
    },
    action: {
      en: 'It must look like did:key:z6Mk…, did:web:example.org:team or did:wba:example.org%3A8443:agent: a name, no IP address, no empty part, nothing after it. Nothing was stored.',
      zh: '它应类似 did:key:z6Mk…、did:web:example.org:team 或 did:wba:example.org%3A8443:agent：使用域名而非 IP 地址，没有空段，后面没有其他内容。没有保存任何内容。',
      ja: 'did:key:z6Mk…、did:web:example.org:team、did:wba:example.org%3A8443:agent のような形にしてください。IP アドレス、空の部分、後ろに続く文字は使えません。何も保存していません。',
      es: 'Debe parecerse a did:key:z6Mk…, did:web:example.org:team o did:wba:example.org%3A8443:agent: un nombre, sin dirección IP, sin partes vacías y sin nada detrás. No se guardó nada.',
    },
  },
  did_method_unknown: {
    message: {
      en: 'Satchel does not know how to look up “did:{method}” identifiers: {did}.',
      zh: 'Satchel 不知道如何查找“did:{method}”标识符：{did}。',
      ja: 'Satchel は「did:{method}」の識別子を調べられません: {did}。',
      es: 'Satchel no sabe buscar identificadores «did:{method}»: {did}.',
    },
    action: {
      en: 'It reads did:key, did:web and did:wba. Ask the other side for one of those. Nothing was stored.',
      zh: '它能读取 did:key、did:web 和 did:wba。请向对方索取其中一种。没有保存任何内容。',
      ja: '読めるのは did:key、did:web、did:wba です。相手にそのどれかを尋ねてください。何も保存していません。',
      es: 'Lee did:key, did:web y did:wba. Pide uno de esos a la otra parte. No se guardó nada.',
    },
  },
  did_unreachable: {
    message: {
      en: 'The keys of {did} could not be fetched from {host} ({reason:why}).',
      zh: '无法从 {host} 获取 {did} 的密钥（{reason:why}）。',
      ja: '{did} の鍵を {host} から取得できませんでした（{reason:why}）。',
      es: 'No se pudieron obtener de {host} las claves de {did} ({reason:why}).',
    },
    action: {
      en: 'Check your connection and try again; if it stays so, its owner must put it right. Until then nothing it signed can be checked. Private addresses are never asked.',
      zh: '请检查网络连接后重试；如果仍然如此，需由其所有者修复。在此之前，无法核对它签署的内容。绝不会访问内网地址。',
      ja: '接続を確かめてもう一度お試しください。変わらなければ、持ち主が直す必要があります。それまで、その署名は確認できません。内部のアドレスに尋ねることはありません。',
      es: 'Comprueba tu conexión e inténtalo de nuevo; si sigue así, debe arreglarlo su dueño. Hasta entonces no se puede comprobar lo que firmó. Nunca se pregunta a direcciones privadas.',
    },
  },
  did_document_invalid: {
    message: {
      en: 'The published keys of {did} cannot be used: {place} is wrong ({problem}).',
      zh: '{did} 公布的密钥无法使用：{place} 有误（{problem}）。',
      ja: '{did} が公開している鍵は使えません: {place} に誤りがあります（{problem}）。',
      es: 'Las claves publicadas de {did} no se pueden usar: {place} está mal ({problem}).',
    },
    action: {
      en: 'Its owner must correct the document. Until then nothing signed with it is accepted.',
      zh: '需由其所有者更正该文档。在此之前，不接受用它签署的任何内容。',
      ja: '持ち主が文書を直す必要があります。それまで、これで署名されたものは受け付けません。',
      es: 'Su dueño debe corregir el documento. Hasta entonces no se acepta nada firmado con él.',
    },
  },
  did_document_wrong_id: {
    message: {
      en: 'What is published for {did} belongs to another identifier: {found}.',
      zh: '为 {did} 公布的内容属于另一个标识符：{found}。',
      ja: '{did} として公開されている内容は、別の識別子のものです: {found}。',
      es: 'Lo publicado para {did} pertenece a otro identificador: {found}.',
    },
    action: {
      en: 'Do not trust it: the address may have changed hands. Ask its owner. Nothing was stored.',
      zh: '请勿信任：该地址可能已易主。请询问其所有者。没有保存任何内容。',
      ja: '信用しないでください。アドレスの持ち主が変わった可能性があります。本人に確かめてください。何も保存していません。',
      es: 'No te fíes: la dirección puede haber cambiado de manos. Pregunta a su dueño. No se guardó nada.',
    },
  },
  key_not_authorized: {
    message: {
      en: 'The key {keyId} is not listed for this use ({relationship}). Listed are: {listed}.',
      zh: '密钥 {keyId} 未被列为可作此用途（{relationship}）。列出的有：{listed}。',
      ja: '鍵 {keyId} はこの用途（{relationship}）に登録されていません。登録されているもの: {listed}。',
      es: 'La clave {keyId} no figura para este uso ({relationship}). Figuran: {listed}.',
    },
    action: {
      en: 'Ask its owner which key to use. If it was added within the last five minutes, run “satchel did resolve DID --fresh” and try again.',
      zh: '请询问其所有者应使用哪个密钥。如果是在最近五分钟内添加的，请运行“satchel did resolve DID --fresh”后重试。',
      ja: '持ち主にどの鍵を使うか確かめてください。この五分以内に追加された鍵なら、「satchel did resolve DID --fresh」を実行してからもう一度お試しください。',
      es: 'Pregunta a su dueño qué clave usar. Si se añadió en los últimos cinco minutos, ejecuta «satchel did resolve DID --fresh» e inténtalo de nuevo.',
    },
  },
  did_auth_malformed: {
    message: {
      en: 'The proof of who sent the request cannot be read: {place} is wrong ({problem}).',
      zh: '无法读取请求的发送者证明：{place} 有误（{problem}）。',
      ja: '要求の送り主の証明が読めません: {place} に誤りがあります（{problem}）。',
      es: 'No se puede leer la prueba de quién envió la petición: {place} está mal ({problem}).',
    },
    action: {
      en: 'It must be “DIDAuthV1 ” and base64url of JSON, at most 16 KB, with signed_data and signature and nothing else. The request was not accepted.',
      zh: '它必须是“DIDAuthV1 ”加上 JSON 的 base64url，最多 16 KB，只含 signed_data 和 signature。请求未被接受。',
      ja: '「DIDAuthV1 」に JSON の base64url を続けたもので、16 KB 以内、中身は signed_data と signature だけにしてください。要求は受け付けていません。',
      es: 'Debe ser «DIDAuthV1 » y base64url de un JSON, de 16 KB como máximo, con signed_data y signature y nada más. La petición no se aceptó.',
    },
  },
  did_auth_wrong_audience: {
    message: {
      en: 'The request was meant for {found}, not for {expected}.',
      zh: '该请求是发给 {found} 的，而不是 {expected}。',
      ja: 'この要求は {expected} ではなく {found} に宛てたものです。',
      es: 'La petición iba dirigida a {found}, no a {expected}.',
    },
    action: {
      en: 'The sender must sign it for this address, letter by letter. The request was not accepted.',
      zh: '发送者必须逐字针对此地址签名。请求未被接受。',
      ja: '送り主は、この宛先を一字一句そのままに署名し直す必要があります。要求は受け付けていません。',
      es: 'Quien la envía debe firmarla para esta dirección, letra por letra. La petición no se aceptó.',
    },
  },
  did_auth_expired: {
    message: {
      en: 'The request was signed too long ago or in the future: {difference} seconds from this machine’s clock, {allowed} are allowed.',
      zh: '该请求签名时间过早或在未来：与本机时钟相差 {difference} 秒，允许 {allowed} 秒。',
      ja: '要求の署名が古すぎるか、未来の時刻です。この機器の時計との差は {difference} 秒、許されるのは {allowed} 秒です。',
      es: 'La petición se firmó hace demasiado o en el futuro: a {difference} segundos del reloj de este equipo; se permiten {allowed}.',
    },
    action: {
      en: 'The sender must sign it anew. If that does not help, set both clocks right.',
      zh: '发送者必须重新签名。如果无效，请校准双方的时钟。',
      ja: '送り主に署名し直してもらってください。それでもだめなら、両方の時計を合わせてください。',
      es: 'Quien la envía debe firmarla de nuevo. Si no ayuda, pon en hora ambos relojes.',
    },
  },
  did_auth_bad_signature: {
    message: {
      en: 'The request was not signed by {did}, or it was changed on its way.',
      zh: '该请求不是由 {did} 签署的，或在途中被改动。',
      ja: 'この要求は {did} が署名したものではないか、途中で変えられています。',
      es: 'La petición no la firmó {did}, o se cambió por el camino.',
    },
    action: {
      en: 'It was not accepted. The signature must cover every member of the parameters, as RFC 8785 writes them.',
      zh: '请求未被接受。签名必须按 RFC 8785 的写法覆盖参数的所有成员。',
      ja: '受け付けていません。署名は、RFC 8785 の形で書いた引数のすべてを含んでいなければなりません。',
      es: 'No se aceptó. La firma debe cubrir todos los miembros de los parámetros, escritos según la RFC 8785.',
    },
  },
  did_auth_replayed: {
    message: {
      en: 'This request of {did} was already accepted once.',
      zh: '{did} 的这个请求已经被接受过一次。',
      ja: '{did} のこの要求は、すでに一度受け付けています。',
      es: 'Esta petición de {did} ya se aceptó una vez.',
    },
    action: {
      en: 'Somebody may be repeating it. The sender must sign each request anew, with a nonce of its own.',
      zh: '可能有人在重放它。发送者必须为每个请求重新签名，并使用新的随机数。',
      ja: '誰かが使い回しているかもしれません。送り主は、要求のたびに新しい nonce で署名し直す必要があります。',
      es: 'Puede que alguien la esté repitiendo. Cada petición debe firmarse de nuevo, con un nonce propio.',
    },
  },
})
