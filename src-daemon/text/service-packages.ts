import { defineErrors } from './define.ts'

/** Error texts of what servers run. */
export const servicePackagesErrors = defineErrors({
  service_package_changed: {
    message: {
      en: 'What {service} runs is no longer what you accepted ({before}, now {after}).',
      zh: '{service} 运行的内容已不是您接受的内容（原为 {before}，现为 {after}）。',
      ja: '{service} が実行するものは、承認したものと異なります（以前は {before}、現在は {after}）。',
      es: 'Lo que ejecuta {service} ya no es lo que aceptaste ({before}, ahora {after}).',
    },
    action: {
      en: 'Nothing was started. Look at the differences and accept them at the server, or leave it off.',
      zh: '没有启动任何内容。请在该服务器处查看差异并接受，或让它保持关闭。',
      ja: '何も起動していません。サーバーの画面で違いを確認し、承認するか、止めたままにしてください。',
      es: 'No se inició nada. Mira las diferencias y acéptalas en el servidor, o déjalo apagado.',
    },
  },
  service_package_host: {
    message: {
      en: 'The package of {service} comes from {host}, which it may not reach.',
      zh: '{service} 的软件包来自 {host}，但它无权访问该主机。',
      ja: '{service} のパッケージは {host} から取得されますが、そこへの接続は許可されていません。',
      es: 'El paquete de {service} viene de {host}, que no puede alcanzar.',
    },
    action: {
      en: 'Nothing was fetched or started. Add {host} to the hosts it may connect to.',
      zh: '没有获取或启动任何内容。请将 {host} 加入它可连接的主机。',
      ja: '何も取得も起動もしていません。{host} を接続できるホストに加えてください。',
      es: 'No se descargó ni se inició nada. Añade {host} a los hosts a los que puede conectarse.',
    },
  },
  service_package_registry: {
    message: {
      en: '{program} on this machine does not say where it asks for packages: {problem}',
      zh: '本机的 {program} 没有说明从哪里获取软件包：{problem}',
      ja: 'このコンピューターの {program} は、パッケージの取得先を示しません: {problem}',
      es: '{program} en este equipo no dice dónde pide los paquetes: {problem}',
    },
    action: {
      en: 'Nothing was fetched or started. Set a registry that is reached over https and without a password in its address.',
      zh: '没有获取或启动任何内容。请设置一个通过 https 访问且地址中不含密码的登记处。',
      ja: '何も取得も起動もしていません。https で接続でき、アドレスにパスワードを含まない登録所を設定してください。',
      es: 'No se descargó ni se inició nada. Configura un registro al que se llegue por https y sin contraseña en su dirección.',
    },
  },
  service_package_unfetched: {
    message: {
      en: 'The package {what} of {service} could not be fetched: {problem:why}',
      zh: '无法获取 {service} 的软件包 {what}：{problem:why}',
      ja: '{service} のパッケージ {what} を取得できませんでした: {problem:why}',
      es: 'No se pudo descargar el paquete {what} de {service}: {problem:why}',
    },
    action: {
      en: 'Nothing was started. Look at its name and its version, and whether the registry can be reached.',
      zh: '没有启动任何内容。请检查名称和版本，以及能否访问软件包登记处。',
      ja: '何も起動していません。名前とバージョン、登録所に接続できるかを確認してください。',
      es: 'No se inició nada. Revisa su nombre y su versión, y si se puede llegar al registro.',
    },
  },
  service_package_unreadable: {
    message: {
      en: 'It cannot be told beforehand what the command of {service} would run: {what}',
      zh: '无法事先得知 {service} 的命令会运行什么：{what}',
      ja: '{service} のコマンドが何を実行するか、事前に分かりません: {what}',
      es: 'No se puede saber de antemano qué ejecutaría la orden de {service}: {what}',
    },
    action: {
      en: 'Nothing was started. Name a package of the registry and one program of it, without other options.',
      zh: '没有启动任何内容。请指定登记处中的一个软件包及其中一个程序，不要使用其他选项。',
      ja: '何も起動していません。登録所のパッケージとその中のプログラムを一つ、他のオプションなしで指定してください。',
      es: 'No se inició nada. Nombra un paquete del registro y un programa suyo, sin otras opciones.',
    },
  },
})
