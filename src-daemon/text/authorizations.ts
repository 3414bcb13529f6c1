import { defineErrors } from './define.ts'

const askAgain = {
  en: 'If it belongs to an installed capability, switch that off and on again; else ask whoever gave it for a new one. Nothing was done.',
  zh: '如果属于已安装的能力，请将其关闭后再打开；否则请向授予者索取新的授权。没有执行任何操作。',
  ja: 'インストール済みの機能のものなら、オフにしてからオンにしてください。そうでなければ、発行した相手に新しいものを求めてください。何も実行していません。',
  es: 'Si es de una capacidad instalada, desactívala y vuelve a activarla; si no, pide una nueva a quien la dio. No se hizo nada.',
}

/** Error texts of `identity/authorizations/`. */
export const authorizationsErrors = defineErrors({
  authorization_unknown: {
    message: {
      en: 'There is no authorization {id} here.',
      zh: '这里没有授权 {id}。',
      ja: '許可 {id} はありません。',
      es: 'Aquí no hay ninguna autorización {id}.',
    },
    action: {
      en: 'Look up its id with `satchel authorizations list`.',
      zh: '请用 `satchel authorizations list` 查找其标识。',
      ja: '`satchel authorizations list` で ID を確かめてください。',
      es: 'Busca su identificador con `satchel authorizations list`.',
    },
  },
  authorization_missing_action: {
    message: {
      en: 'The authorization does not allow {action} on {scope}.',
      zh: '该授权不允许对 {scope} 执行 {action}。',
      ja: 'この許可では {scope} に対する {action} はできません。',
      es: 'La autorización no permite {action} en {scope}.',
    },
    action: askAgain,
  },
  authorization_wrong_target: {
    message: {
      en: 'The authorization is for {target}, not for {wanted}.',
      zh: '该授权针对 {target}，而不是 {wanted}。',
      ja: 'この許可の対象は {target} で、{wanted} ではありません。',
      es: 'La autorización es para {target}, no para {wanted}.',
    },
    action: askAgain,
  },
  authorization_expired: {
    message: {
      en: 'The authorization ended on {expiresAt}.',
      zh: '该授权已于 {expiresAt} 到期。',
      ja: 'この許可は {expiresAt} に切れました。',
      es: 'La autorización terminó el {expiresAt}.',
    },
    action: askAgain,
  },
  authorization_revoked: {
    message: {
      en: 'The authorization {id} was taken back.',
      zh: '授权 {id} 已被收回。',
      ja: '許可 {id} は取り消されています。',
      es: 'La autorización {id} fue retirada.',
    },
    action: askAgain,
  },
  authorization_widened: {
    message: {
      en: 'An authorization cannot give more than the one it comes from: {what}.',
      zh: '授权不能超出其来源授权的范围：{what}。',
      ja: '許可は、元になった許可より多くを与えられません: {what}。',
      es: 'Una autorización no puede dar más que aquella de la que viene: {what}.',
    },
    action: {
      en: 'Leave out what the first one does not have, or choose an earlier end.',
      zh: '请去掉来源授权没有的内容，或选择更早的到期时间。',
      ja: '元の許可にないものを外すか、期限を早めてください。',
      es: 'Quita lo que la primera no tiene, o elige un final anterior.',
    },
  },
  authorization_too_deep: {
    message: {
      en: 'The authorization was passed on too often: more than {limit} steps from the owner.',
      zh: '该授权被转授次数过多：距所有者超过 {limit} 步。',
      ja: '許可の受け渡しが多すぎます。所有者から {limit} 段を超えています。',
      es: 'La autorización se pasó demasiadas veces: más de {limit} pasos desde el propietario.',
    },
    action: {
      en: 'Take one that is nearer to the owner and narrow that.',
      zh: '请使用更接近所有者的授权并从中缩小。',
      ja: '所有者により近い許可から絞り込んでください。',
      es: 'Toma una más cercana al propietario y redúcela.',
    },
  },
  authorization_invalid: {
    message: {
      en: 'This is no valid authorization: {problem}.',
      zh: '这不是有效的授权：{problem}。',
      ja: '正しい許可ではありません: {problem}。',
      es: 'Esta no es una autorización válida: {problem}.',
    },
    action: askAgain,
  },
  authorization_not_holder: {
    message: {
      en: 'Only {controller} can pass this authorization on.',
      zh: '只有 {controller} 可以转授此授权。',
      ja: 'この許可を渡せるのは {controller} だけです。',
      es: 'Solo {controller} puede pasar esta autorización.',
    },
    action: {
      en: 'Take the authorization of the capability itself and narrow that.',
      zh: '请使用该能力自身的授权并从中缩小。',
      ja: '機能そのものの許可から絞り込んでください。',
      es: 'Toma la autorización de la propia capacidad y redúcela.',
    },
  },
  authorization_not_verified: {
    message: {
      en: 'The authorization {id} has not been verified since Satchel started.',
      zh: '自 Satchel 启动以来，授权 {id} 尚未验证。',
      ja: '許可 {id} は Satchel の起動後にまだ検証されていません。',
      es: 'La autorización {id} no se ha verificado desde que empezó Satchel.',
    },
    action: {
      en: 'Try again: it is verified when the capability is next used.',
      zh: '请重试：下次使用该能力时会进行验证。',
      ja: 'もう一度お試しください。次に機能を使うときに検証されます。',
      es: 'Inténtalo de nuevo: se verifica cuando se vuelve a usar la capacidad.',
    },
  },
})
