import { defineErrors, definePhrases } from './define.ts'

/** Error texts of skills. */
export const skillsErrors = defineErrors({
  skill_source_missing: {
    message: {
      en: 'There is nothing at {path}.',
      zh: '{path} 处没有内容。',
      ja: '{path} には何もありません。',
      es: 'No hay nada en {path}.',
    },
    action: {
      en: 'Name a folder with a SKILL.md, a project, or a zip archive. Nothing was added.',
      zh: '请指定包含 SKILL.md 的文件夹、项目或 zip 压缩包。没有添加任何内容。',
      ja: 'SKILL.md のあるフォルダー、プロジェクト、または zip を指定してください。何も追加していません。',
      es: 'Indica una carpeta con SKILL.md, un proyecto o un zip. No se añadió nada.',
    },
  },
  skill_none_found: {
    message: {
      en: 'No skill was found in {path}.',
      zh: '在 {path} 中未找到技能。',
      ja: '{path} にスキルが見つかりません。',
      es: 'No se encontró ninguna habilidad en {path}.',
    },
    action: {
      en: 'A skill is a folder with a SKILL.md; in a project they lie in skills/, .claude/skills/ or .agents/skills/.',
      zh: '技能是包含 SKILL.md 的文件夹；在项目中位于 skills/、.claude/skills/ 或 .agents/skills/。',
      ja: 'スキルは SKILL.md のあるフォルダーです。プロジェクトでは skills/、.claude/skills/、.agents/skills/ に置きます。',
      es: 'Una habilidad es una carpeta con SKILL.md; en un proyecto están en skills/, .claude/skills/ o .agents/skills/.',
    },
  },
  skill_archive_refused: {
    message: {
      en: 'The archive was not unpacked ({reason:why}).',
      zh: '未解压该压缩包（{reason:why}）。',
      ja: 'アーカイブを展開しませんでした（{reason:why}）。',
      es: 'El archivo no se descomprimió ({reason:why}).',
    },
    action: {
      en: 'A zip of plain files with relative names is wanted: no links, no encryption, not larger than 32 MiB unpacked. Nothing was added.',
      zh: '需要只含相对路径普通文件的 zip：无链接、未加密、解压后不超过 32 MiB。没有添加任何内容。',
      ja: '相対名の通常ファイルだけの zip が必要です。リンクや暗号化は不可、展開後 32 MiB まで。何も追加していません。',
      es: 'Hace falta un zip de archivos normales con nombres relativos: sin enlaces, sin cifrar, de hasta 32 MiB. No se añadió nada.',
    },
  },
  skill_refused: {
    message: {
      en: 'The skill {name} cannot be added. {problem}',
      zh: '无法添加技能 {name}。{problem}',
      ja: 'スキル {name} を追加できません。{problem}',
      es: 'La habilidad {name} no se puede añadir. {problem}',
    },
    action: {
      en: 'Nothing was added. All problems are in the details.',
      zh: '没有添加任何内容。所有问题见详情。',
      ja: '何も追加していません。すべての問題は詳細にあります。',
      es: 'No se añadió nada. Todos los problemas están en los detalles.',
    },
  },
  skill_changed: {
    message: {
      en: 'The skill {name} is not what was reviewed any more.',
      zh: '技能 {name} 已与审阅时不同。',
      ja: 'スキル {name} は確認したときの内容ではありません。',
      es: 'La habilidad {name} ya no es la que se revisó.',
    },
    action: {
      en: 'Nothing was added. Review it again.',
      zh: '没有添加任何内容。请重新审阅。',
      ja: '何も追加していません。もう一度確認してください。',
      es: 'No se añadió nada. Revísala de nuevo.',
    },
  },
  skill_word_taken: {
    message: {
      en: 'Another folder’s skills are kept as “{word}”.',
      zh: '已有其他文件夹的技能使用“{word}”。',
      ja: '別のフォルダーのスキルが「{word}」を使っています。',
      es: 'Las habilidades de otra carpeta ya se guardan como «{word}».',
    },
    action: {
      en: 'Nothing was added. Choose another word.',
      zh: '没有添加任何内容。请换一个词。',
      ja: '何も追加していません。別の語を選んでください。',
      es: 'No se añadió nada. Elige otra palabra.',
    },
  },
  skill_cannot_be_trusted: {
    message: {
      en: 'Only a folder can be trusted, an archive can be copied.',
      zh: '只能信任文件夹；压缩包只能复制。',
      ja: '信頼できるのはフォルダーだけです。アーカイブはコピーできます。',
      es: 'Solo se puede confiar en una carpeta; un archivo se copia.',
    },
    action: {
      en: 'Nothing was added. Add it without trusting it.',
      zh: '没有添加任何内容。请不带信任地添加。',
      ja: '何も追加していません。信頼せずに追加してください。',
      es: 'No se añadió nada. Añádelo sin confiar en él.',
    },
  },
  skill_unknown: {
    message: {
      en: 'There is no skill {id}.',
      zh: '没有技能 {id}。',
      ja: 'スキル {id} はありません。',
      es: 'No hay ninguna habilidad {id}.',
    },
    action: {
      en: 'See all of them with `satchel skill list`.',
      zh: '用 `satchel skill list` 查看全部。',
      ja: '`satchel skill list` で一覧できます。',
      es: 'Míralas todas con `satchel skill list`.',
    },
  },
  skill_folder_unknown: {
    message: {
      en: 'No trusted folder is called {word}.',
      zh: '没有名为 {word} 的受信任文件夹。',
      ja: '{word} という信頼済みフォルダーはありません。',
      es: 'Ninguna carpeta de confianza se llama {word}.',
    },
    action: {
      en: 'See them with `satchel skill list`.',
      zh: '用 `satchel skill list` 查看。',
      ja: '`satchel skill list` で確認できます。',
      es: 'Míralas con `satchel skill list`.',
    },
  },
  skill_needs_model: {
    message: {
      en: 'The skill {name} is instructions for a model, and the built-in planner reads none.',
      zh: '技能 {name} 是给模型的说明，而内置规划器不读取说明。',
      ja: 'スキル {name} はモデルへの指示ですが、内蔵プランナーは指示を読みません。',
      es: 'La habilidad {name} son instrucciones para un modelo, y el planificador integrado no las lee.',
    },
    action: {
      en: 'Connect a model under Models, or choose another one for this conversation. Nothing was run.',
      zh: '请在“模型”中连接模型，或为此对话选择其他模型。没有运行任何内容。',
      ja: '「モデル」でモデルを接続するか、この会話に別のモデルを選んでください。何も実行していません。',
      es: 'Conecta un modelo en Modelos, o elige otro para esta conversación. No se ejecutó nada.',
    },
  },
  skill_file_unknown: {
    message: {
      en: 'The skill has no file {path}.',
      zh: '该技能没有文件 {path}。',
      ja: 'スキルにファイル {path} はありません。',
      es: 'La habilidad no tiene el archivo {path}.',
    },
    action: {
      en: 'Its files are listed with it.',
      zh: '其文件列在技能中。',
      ja: 'ファイルの一覧はスキルにあります。',
      es: 'Sus archivos aparecen con ella.',
    },
  },
  skill_file_no_text: {
    message: {
      en: '{path} is not a text file.',
      zh: '{path} 不是文本文件。',
      ja: '{path} はテキストファイルではありません。',
      es: '{path} no es un archivo de texto.',
    },
    action: {
      en: 'Only texts can be read; a script may open it.',
      zh: '只能读取文本；脚本可以打开它。',
      ja: '読めるのはテキストだけです。スクリプトなら開けます。',
      es: 'Solo se leen textos; un script puede abrirlo.',
    },
  },
})

/** Sentences of skills. */
export const skillsPhrases = definePhrases({
  skill_may_run: {
    en: 'Run its {count|script|scripts} on this machine in a sandbox, with the skill’s files and a working folder of the conversation alone; you are asked first',
    zh: '在本机沙箱中运行其 {count} 个脚本：只能看到技能文件和对话的工作文件夹；运行前会询问您',
    ja: '{count} 個のスクリプトをこのコンピューターのサンドボックスで実行する。見えるのはスキルのファイルと会話の作業フォルダーだけで、先に確認します',
    es: 'Ejecutar {count|su script|sus scripts} en este equipo, en un entorno aislado, solo con los archivos de la habilidad y una carpeta de trabajo de la conversación; se te pregunta antes',
  },
  skill_may_connect: {
    en: 'Let its scripts connect to {hosts}',
    zh: '允许其脚本连接 {hosts}',
    ja: 'スクリプトが {hosts} に接続する',
    es: 'Dejar que sus scripts se conecten a {hosts}',
  },
  skill_may_call: {
    en: 'Call {id} of a connected service; you are asked first',
    zh: '调用已连接服务的 {id}；调用前会询问您',
    ja: '接続したサービスの {id} を呼び出す（先に確認します）',
    es: 'Llamar a {id} de un servicio conectado; se te pregunta antes',
  },
  skill_may_read: {
    en: 'Read the files it comes with',
    zh: '读取其自带的文件',
    ja: '付属のファイルを読む',
    es: 'Leer los archivos que trae',
  },
  skill_may_tell: {
    en: 'Tell the model how to answer while it is used',
    zh: '在使用时告诉模型如何回答',
    ja: '使用中、モデルに答え方を指示する',
    es: 'Decir al modelo cómo responder mientras se usa',
  },
  effect_skill_script: {
    en: 'The skill {name} runs its script {script} on this machine, in a sandbox without your files and {network}.',
    zh: '技能 {name} 在本机沙箱中运行脚本 {script}，看不到您的文件，{network}。',
    ja: 'スキル {name} がスクリプト {script} をサンドボックスで実行します。あなたのファイルは見えず、{network}。',
    es: 'La habilidad {name} ejecuta su script {script} en este equipo, en un entorno aislado sin tus archivos y {network}.',
  },
  effect_skill_no_network: {
    en: 'without network',
    zh: '没有网络',
    ja: 'ネットワークもありません',
    es: 'sin red',
  },
  effect_skill_network: {
    en: 'with a connection to {hosts} alone',
    zh: '仅可连接 {hosts}',
    ja: '接続できるのは {hosts} だけです',
    es: 'con conexión solo a {hosts}',
  },
  skill_script_failed: {
    en: 'The script {script} ended with code {code}.',
    zh: '脚本 {script} 以代码 {code} 结束。',
    ja: 'スクリプト {script} はコード {code} で終わりました。',
    es: 'El script {script} terminó con el código {code}.',
  },
  skill_script_killed: {
    en: 'The script {script} was ended: {reason}.',
    zh: '脚本 {script} 已被终止：{reason}。',
    ja: 'スクリプト {script} を終了させました: {reason}。',
    es: 'El script {script} fue terminado: {reason}.',
  },
  skill_script_output: {
    en: 'it wrote too much',
    zh: '输出过多',
    ja: '出力が多すぎます',
    es: 'escribió demasiado',
  },
  skill_script_memory: {
    en: 'it took too much memory',
    zh: '占用内存过多',
    ja: 'メモリーを使いすぎました',
    es: 'usó demasiada memoria',
  },
  skill_script_room: {
    en: 'its working folder holds more than {limit} MiB',
    zh: '工作文件夹超过 {limit} MiB',
    ja: '作業フォルダーが {limit} MiB を超えました',
    es: 'su carpeta de trabajo supera {limit} MiB',
  },
  skill_script_signal: {
    en: 'the system ended it',
    zh: '系统将其终止',
    ja: 'システムが終了させました',
    es: 'el sistema lo terminó',
  },
  skill_program_missing: {
    en: 'The script {script} needs {program}, which is not on this machine. Install it, then try again.',
    zh: '脚本 {script} 需要 {program}，但本机没有。请安装后重试。',
    ja: 'スクリプト {script} には {program} が必要ですが、このコンピューターにありません。インストールしてからやり直してください。',
    es: 'El script {script} necesita {program}, que no está en este equipo. Instálalo e inténtalo de nuevo.',
  },
  skill_sandbox_missing: {
    en: 'Scripts of skills run only in the system’s sandbox, and there is none here ({problem}). On Linux, install bubblewrap.',
    zh: '技能脚本只在系统沙箱中运行，而本机没有（{problem}）。在 Linux 上请安装 bubblewrap。',
    ja: 'スキルのスクリプトはシステムのサンドボックスでのみ動きますが、ここにはありません（{problem}）。Linux では bubblewrap を入れてください。',
    es: 'Los scripts de habilidades solo se ejecutan en el entorno aislado del sistema, y aquí no hay ({problem}). En Linux, instala bubblewrap.',
  },
})
