import type { Messages } from '../en/index.ts'

const signin: Messages['signin'] = {
  needed: 'Te pide que inicies sesión',
  neededText:
    'Está guardado, y no se puede usar antes de eso. Inicias sesión en tu navegador; Satchel nunca ve tu contraseña.',
  signedIn: 'Sesión iniciada en {host}',
  scopes: 'Permitido',
  since: 'Desde',
  renewed: 'Se renueva solo, próxima vez',
  ends: 'Termina',
  more: 'Pide que se le permita más de lo que aceptaste.',
  asksFor: 'Pide',
  leadsTo: 'Lleva a',
  care: 'Mira la dirección: lo que escribas allí va a ese sitio. La página que muestra no es de Satchel.',
  waiting: 'Esperando a que vuelvas del navegador.',
  open: 'Abrir en el navegador',
  start: 'Iniciar sesión',
  allow: 'Ver lo que pide',
  again: 'Empezar de nuevo',
  out: 'Cerrar sesión',
  ownClient: 'Un cliente mío',
  clientId: 'Id de cliente',
  clientHelp:
    'Donde el servidor de sesión quiere que los programas se registren. Dirección de retorno allí: http://127.0.0.1/callback',
  clientSecret: 'Secreto del cliente',
  secretHelp: 'Solo si tiene uno. Se guarda en tu llavero o bóveda.',
  badge: 'Pide iniciar sesión',
  revoked: {
    done: 'Has cerrado la sesión, y el servidor de sesión anuló los tokens.',
    failed:
      'Has cerrado la sesión aquí. No se pudo avisar al servidor de sesión: anula el acceso también allí.',
    not_offered: 'Has cerrado la sesión aquí. El servidor de sesión no ofrece cómo avisarle.',
  },
}
export default signin
