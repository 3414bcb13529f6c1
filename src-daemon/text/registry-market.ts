import { defineErrors, definePhrases } from './define.ts'

/** Failures of the marketplace: `registry/client/`. */
export const registryMarketErrors = defineErrors({
  registry_source_missing: {
    message: {
      en: 'There is no source “{name}”.',
      zh: '没有名为“{name}”的来源。',
      ja: '「{name}」という入手元はありません。',
      es: 'No hay ninguna fuente «{name}».',
    },
    action: {
      en: 'See what there is with `satchel registry sources`.',
      zh: '可用 `satchel registry sources` 查看现有来源。',
      ja: '`satchel registry sources` で一覧を確かめてください。',
      es: 'Mira las que hay con `satchel registry sources`.',
    },
  },
  registry_source_exists: {
    message: {
      en: 'There is already a source “{name}”.',
      zh: '已有名为“{name}”的来源。',
      ja: '「{name}」という入手元はもうあります。',
      es: 'Ya hay una fuente «{name}».',
    },
    action: {
      en: 'Choose another name, or remove that one first.',
      zh: '请换一个名称，或先移除原有来源。',
      ja: '別の名前にするか、先にそれを取り除いてください。',
      es: 'Elige otro nombre o quita antes esa.',
    },
  },
  registry_folder_unreadable: {
    message: {
      en: 'The folder {path} cannot be read: {problem}.',
      zh: '无法读取文件夹 {path}：{problem}。',
      ja: 'フォルダー {path} を読めません: {problem}。',
      es: 'No se puede leer la carpeta {path}: {problem}.',
    },
    action: {
      en: 'Name the whole path of a folder you may read.',
      zh: '请给出可读文件夹的完整路径。',
      ja: '読み取れるフォルダーの完全なパスを指定してください。',
      es: 'Indica la ruta completa de una carpeta que puedas leer.',
    },
  },
  registry_index_failed: {
    message: {
      en: 'The index at {host} gave no usable answer: {problem}.',
      zh: '{host} 的索引没有给出可用的应答：{problem}。',
      ja: '{host} の索引の応答が使えません: {problem}。',
      es: 'El índice de {host} no dio una respuesta útil: {problem}.',
    },
    action: {
      en: 'Check its address, or try again later.',
      zh: '请检查地址，或稍后再试。',
      ja: 'アドレスを確かめるか、後でやり直してください。',
      es: 'Comprueba su dirección o inténtalo más tarde.',
    },
  },
  registry_index_invalid: {
    message: {
      en: '“{source}” told of {count} {count|entry|entries} that no index may tell of; left out.',
      zh: '“{source}”给出了 {count} 个不符合规定的条目，已略去。',
      ja: '「{source}」の応答のうち {count} 件は決まりに合わないため、除きました。',
      es: '«{source}» dio {count} {count|entrada|entradas} que ningún índice puede dar; se omitieron.',
    },
    action: {
      en: 'The rest is shown. If this goes on, do not use this source.',
      zh: '其余内容照常显示。如果持续出现，请停用此来源。',
      ja: '残りは表示しています。続くようなら、この入手元は使わないでください。',
      es: 'El resto se muestra. Si continúa, no uses esta fuente.',
    },
  },
  registry_capability_unknown: {
    message: {
      en: 'No source knows {name}.',
      zh: '没有来源知道 {name}。',
      ja: '{name} を知る入手元がありません。',
      es: 'Ninguna fuente conoce {name}.',
    },
    action: {
      en: 'Check how it is written, or add the source that has it.',
      zh: '请检查写法，或添加含有它的来源。',
      ja: '書き方を確かめるか、それを持つ入手元を加えてください。',
      es: 'Comprueba cómo está escrito o añade la fuente que lo tiene.',
    },
  },
  registry_capability_unheard: {
    message: {
      en: 'No source that answered knows {name}; {sources} did not answer.',
      zh: '有回应的来源都不知道 {name}；{sources} 没有回应。',
      ja: '応答した入手元に {name} を知るものはありません。{sources} は応答しませんでした。',
      es: 'Ninguna fuente que respondió conoce {name}; {sources} no respondió.',
    },
    action: {
      en: 'Try again once it can be reached, or check how the name is written.',
      zh: '请在其可访问时重试，或检查名称的写法。',
      ja: 'つながるようになってからもう一度試すか、名前の書き方を確かめてください。',
      es: 'Inténtalo de nuevo cuando se pueda acceder a ella, o comprueba cómo está escrito el nombre.',
    },
  },
  registry_sources_conflict: {
    message: {
      en: 'Sources contradict each other about {name}: {sources}.',
      zh: '各来源对 {name} 的说法互相矛盾：{sources}。',
      ja: '{name} について入手元の話が食い違っています: {sources}。',
      es: 'Las fuentes se contradicen sobre {name}: {sources}.',
    },
    action: {
      en: 'Nothing was fetched. Find out whose author is the right one, and choose that source by name.',
      zh: '没有获取任何内容。请先弄清哪一个作者才对，再按名称选择该来源。',
      ja: '何も取得していません。どちらの作者が正しいかを確かめ、その入手元を名前で選んでください。',
      es: 'No se obtuvo nada. Averigua qué autor es el correcto y elige esa fuente por su nombre.',
    },
  },
  registry_index_differs: {
    message: {
      en: 'The index says something else of {name} than the chain: {what} is {told} there and {written} on the chain.',
      zh: '索引对 {name} 的说法与链不同：{what} 在索引中为 {told}，在链上为 {written}。',
      ja: '{name} について索引とチェーンが違います。{what} は索引では {told}、チェーンでは {written} です。',
      es: 'El índice dice de {name} algo distinto que la cadena: {what} es {told} allí y {written} en la cadena.',
    },
    action: {
      en: 'Nothing was fetched. Do not trust this index before it is known why.',
      zh: '没有获取任何内容。在弄清原因之前，请不要信任此索引。',
      ja: '何も取得していません。理由がわかるまで、この索引を信頼しないでください。',
      es: 'No se obtuvo nada. No confíes en este índice hasta saber por qué.',
    },
  },
  registry_record_missing: {
    message: {
      en: 'The registry {registry} has no {name}; only the index says so.',
      zh: '注册表 {registry} 中没有 {name}，只有索引声称有。',
      ja: '登録簿 {registry} に {name} はありません。索引だけがあると言っています。',
      es: 'El registro {registry} no tiene {name}; solo lo dice el índice.',
    },
    action: {
      en: 'Nothing was fetched. The index is wrong, or of another registry.',
      zh: '没有获取任何内容。索引有误，或属于另一注册表。',
      ja: '何も取得していません。索引が誤っているか、別の登録簿のものです。',
      es: 'No se obtuvo nada. El índice se equivoca o es de otro registro.',
    },
  },
  registry_record_changed: {
    message: {
      en: 'The node of {registry} now tells another record of {name} than before. A published version never changes.',
      zh: '{registry} 的节点现在给出的 {name} 的记录与以前不同。已发布的版本不会改变。',
      ja: '{registry} のノードが、{name} について以前と違う記録を返しました。公開された版は変わらないはずです。',
      es: 'El nodo de {registry} da ahora otro registro de {name} que antes. Una versión publicada no cambia nunca.',
    },
    action: {
      en: 'Nothing was fetched. Ask another node of that chain.',
      zh: '没有获取任何内容。请改用该链的其他节点。',
      ja: '何も取得していません。そのチェーンの別のノードをお使いください。',
      es: 'No se obtuvo nada. Usa otro nodo de esa cadena.',
    },
  },
  registry_file_differs: {
    message: {
      en: 'The file is not the one that was named: {what} is {found}, expected was {expected}.',
      zh: '文件与所指的不符：{what} 为 {found}，应为 {expected}。',
      ja: '指されたものとは違うファイルです。{what} は {found}、あるべきは {expected} です。',
      es: 'El archivo no es el indicado: {what} es {found} y se esperaba {expected}.',
    },
    action: {
      en: 'Nothing was installed. Try another source.',
      zh: '没有安装任何内容。请尝试其他来源。',
      ja: '何もインストールしていません。別の入手元を試してください。',
      es: 'No se instaló nada. Prueba otra fuente.',
    },
  },
  registry_author_differs: {
    message: {
      en: 'The file was signed by {found}, and published as by {expected}.',
      zh: '文件由 {found} 签名，却以 {expected} 的名义发布。',
      ja: 'ファイルに署名したのは {found} ですが、{expected} のものとして公開されています。',
      es: 'El archivo lo firmó {found} y se publicó como de {expected}.',
    },
    action: {
      en: 'Nothing was installed. Somebody uses another’s name.',
      zh: '没有安装任何内容。有人冒用了他人的名义。',
      ja: '何もインストールしていません。誰かが他人の名を使っています。',
      es: 'No se instaló nada. Alguien usa el nombre de otro.',
    },
  },
  registry_source_not_accepted: {
    message: {
      en: 'Something speaks against where this comes from: {problem}',
      zh: '其来源存在疑点：{problem}',
      ja: '入手元について注意があります: {problem}',
      es: 'Hay algo en contra de su procedencia: {problem}',
    },
    action: {
      en: 'Nothing was installed. Read it, and agree to it if you want it all the same (`--accept-source`).',
      zh: '没有安装任何内容。请阅读以上内容，仍要安装时再确认（`--accept-source`）。',
      ja: '何もインストールしていません。内容を読み、それでもよければ同意してください（`--accept-source`）。',
      es: 'No se instaló nada. Léelo y acéptalo si aun así lo quieres (`--accept-source`).',
    },
  },
  registry_candidate_gone: {
    message: {
      en: 'What was looked at is not held ready any more.',
      zh: '之前查看的内容已不再保留。',
      ja: '確認したものはもう保持されていません。',
      es: 'Lo que se miró ya no está preparado.',
    },
    action: {
      en: 'Nothing was installed. Open it again and look at it once more.',
      zh: '没有安装任何内容。请重新打开并再次查看。',
      ja: '何もインストールしていません。もう一度開いて確認してください。',
      es: 'No se instaló nada. Ábrelo y míralo otra vez.',
    },
  },
  registry_link_invalid: {
    message: {
      en: 'This link asks for nothing that can be installed.',
      zh: '此链接没有指向可安装的内容。',
      ja: 'このリンクはインストールできるものを指していません。',
      es: 'Este enlace no pide nada que se pueda instalar.',
    },
    action: {
      en: 'Nothing was done. A link names one capability, one CID or one address.',
      zh: '没有执行任何操作。链接应指明一个能力、一个 CID 或一个地址。',
      ja: '何もしていません。リンクは機能、CID、アドレスのどれか一つを指します。',
      es: 'No se hizo nada. Un enlace nombra una capacidad, un CID o una dirección.',
    },
  },
  service_answer_invalid: {
    message: {
      en: 'The server at {host} gave no usable answer: {problem}.',
      zh: '{host} 的服务器没有给出可用的应答：{problem}。',
      ja: '{host} のサーバーの応答が使えません: {problem}。',
      es: 'El servidor de {host} no dio una respuesta útil: {problem}.',
    },
    action: {
      en: 'Check the address, or try again later.',
      zh: '请检查地址，或稍后再试。',
      ja: 'アドレスを確かめるか、後でやり直してください。',
      es: 'Comprueba la dirección o inténtalo más tarde.',
    },
  },
})

/** What the marketplace says of where something comes from. */
export const registryMarketPhrases = definePhrases({
  market_step_after: {
    en: 'Not looked at: a step before it was not passed.',
    zh: '未检查：前面的步骤没有通过。',
    ja: '前の段階を通らなかったため、確かめていません。',
    es: 'No se miró: no se pasó un paso anterior.',
  },
  market_step_builtin: {
    en: 'It came with Satchel; nothing was published.',
    zh: '随 Satchel 一起提供，未经发布。',
    ja: 'Satchel に付属するもので、公開はされていません。',
    es: 'Vino con Satchel; no se publicó nada.',
  },
  market_step_folder: {
    en: 'It lies in a folder of this machine; no registry was asked.',
    zh: '它位于本机的文件夹中，没有询问注册表。',
    ja: 'この機器のフォルダーにあり、登録簿には尋ねていません。',
    es: 'Está en una carpeta de este equipo; no se preguntó a ningún registro.',
  },
  market_step_indexer: {
    en: 'Only the index says so: no chain is set for this source.',
    zh: '只有索引这样说：此来源没有设置链。',
    ja: '索引だけの話です。この入手元にチェーンは設定されていません。',
    es: 'Solo lo dice el índice: esta fuente no tiene cadena.',
  },
  market_step_unlisted: {
    en: 'No source was asked: it was named by you or by a link.',
    zh: '没有询问来源：它由您或链接直接指定。',
    ja: '入手元には尋ねていません。あなたかリンクが直接指したものです。',
    es: 'No se preguntó a ninguna fuente: lo nombraste tú o un enlace.',
  },
  market_step_no_chain: {
    en: 'The chain could not be asked: {problem}',
    zh: '无法询问链：{problem}',
    ja: 'チェーンに尋ねられませんでした: {problem}',
    es: 'No se pudo preguntar a la cadena: {problem}',
  },
  market_step_unsettled: {
    en: 'It is on the chain, but not settled yet.',
    zh: '已在链上，但尚未确定。',
    ja: 'チェーンにありますが、まだ確定していません。',
    es: 'Está en la cadena, pero aún no es definitivo.',
  },
  market_step_remembered: {
    en: 'As it was read on {time}; the chain does not answer now.',
    zh: '依据 {time} 读取的内容；链目前没有应答。',
    ja: '{time} に読んだとおりです。今チェーンは応答しません。',
    es: 'Según se leyó el {time}; ahora la cadena no responde.',
  },
  market_step_not_fetched: {
    en: 'Not fetched: the CID and the hash name different bytes.',
    zh: '未获取：CID 与哈希指向的字节不同。',
    ja: 'CID とハッシュの指すバイト列が違うため、取得していません。',
    es: 'No se obtuvo: el CID y el resumen nombran bytes distintos.',
  },
  market_step_no_cid: {
    en: 'It was not fetched by a CID.',
    zh: '它不是按 CID 获取的。',
    ja: 'CID で取得したものではありません。',
    es: 'No se obtuvo por un CID.',
  },
  market_step_no_hash: {
    en: 'Nobody named a hash to compare with.',
    zh: '没有可供比较的哈希。',
    ja: '比べるハッシュが示されていません。',
    es: 'Nadie nombró un resumen con que comparar.',
  },
  market_step_no_key: {
    en: 'Without the author’s key it cannot be checked.',
    zh: '没有作者的密钥，无法检查。',
    ja: '作者の鍵がないため確かめられません。',
    es: 'Sin la clave del autor no se puede comprobar.',
  },
  market_caution_source_not_trusted: {
    en: 'You have not said that you trust the source “{source}”.',
    zh: '您尚未表示信任来源“{source}”。',
    ja: '入手元「{source}」を信頼するとはまだ決めていません。',
    es: 'No has dicho que confíes en la fuente «{source}».',
  },
  market_caution_record_not_checked: {
    en: 'What “{source}” says could not be held against the chain.',
    zh: '无法将“{source}”的说法与链核对。',
    ja: '「{source}」の話をチェーンと照らし合わせられませんでした。',
    es: 'No se pudo contrastar con la cadena lo que dice «{source}».',
  },
  market_caution_from_cache: {
    en: '“{source}” does not answer; this is what it said on {time}.',
    zh: '“{source}”没有应答；这是它在 {time} 的说法。',
    ja: '「{source}」が応答しません。{time} の時点の内容です。',
    es: '«{source}» no responde; esto es lo que dijo el {time}.',
  },
  market_caution_yanked: {
    en: 'This version was withdrawn: {reason}',
    zh: '此版本已撤回：{reason}',
    ja: 'この版は取り下げられました: {reason}',
    es: 'Esta versión se retiró: {reason}',
  },
  market_caution_conflict: {
    en: 'Other sources say something else than “{source}” of it.',
    zh: '其他来源对它的说法与“{source}”不同。',
    ja: 'ほかの入手元は「{source}」と違うことを言っています。',
    es: 'Otras fuentes dicen de ello algo distinto que «{source}».',
  },
  market_caution_unlisted: {
    en: 'None of your sources was asked about it; only its author’s signature was checked.',
    zh: '没有就此询问您的任何来源，只检查了作者的签名。',
    ja: 'どの入手元にも尋ねていません。確かめたのは作者の署名だけです。',
    es: 'No se preguntó por ello a ninguna de tus fuentes; solo se comprobó la firma del autor.',
  },
})
