export default {
  title: '¿Dónde debe guardar Satchel tu clave secreta?',
  intro: 'Satchel crea una clave para ti en este equipo. Con ella firmas lo que haces, y solo tú la tienes.',
  reason: {
    absent:
      'Este equipo no tiene un llavero que Satchel pueda usar, así que la clave va a un archivo cifrado con una frase de contraseña.',
    locked:
      'El llavero de este equipo está bloqueado. Desbloquéalo y arranca Satchel otra vez, o guarda la clave en un archivo cifrado con una frase de contraseña.',
    changed:
      'El llavero de este equipo no es el que Satchel usaba antes. No se reemplazó nada. Puedes guardar la clave en un archivo cifrado con una frase de contraseña.',
    failed:
      'El llavero de este equipo respondió con un error, así que la clave va a un archivo cifrado con una frase de contraseña.',
    chosen:
      'Elegiste una bóveda en lugar del llavero del sistema: un archivo cifrado con una frase de contraseña.',
  },
  lost: 'Nadie puede recuperar esta frase, tampoco Satchel. Sin ella se pierden la clave y lo que solo ella puede firmar.',
  passphrase: 'Frase de contraseña',
  repeat: 'La misma frase otra vez',
  show: 'Mostrar la frase',
  hide: 'Ocultar la frase',
  different: 'Las dos no son iguales.',
  tooShort: 'Usa al menos 8 caracteres.',
  strength: {
    label: 'Fortaleza',
    weak: 'Débil: se adivina pronto',
    fair: 'Regular: añade una palabra o dos',
    good: 'Buena',
    strong: 'Fuerte',
    hint: 'Cuatro palabras o más sin relación entre sí son fáciles de recordar y difíciles de adivinar.',
  },
  create: 'Crear la clave',
  creating: 'Creando la clave',
  unlock: {
    title: 'Abre la bóveda que guarda tu clave secreta',
    text: 'Tu clave está en un archivo cifrado con la frase de contraseña que elegiste antes. Escríbela; no se reemplaza nada.',
    action: 'Desbloquear',
    busy: 'Desbloqueando',
  },
  problem: {
    title: 'Satchel se detuvo antes de tocar nada',
    details: 'Detalles',
    remedy: {
      set_aside_database: 'Apartar la base de datos dañada',
      set_aside_config: 'Apartar el archivo de ajustes dañado',
    },
    explain: {
      set_aside_database:
        'La base de datos pasa, byte a byte, a otro nombre en el directorio de datos, y Satchel arranca con una vacía. Las conversaciones, los objetos y las capacidades instaladas no aparecerán hasta que restaures una copia. No se borra nada.',
      set_aside_config:
        'El archivo de ajustes pasa, sin cambios, a otro nombre en el directorio de datos, y Satchel arranca con los ajustes por defecto de este equipo. Las conversaciones, los objetos y las capacidades quedan como están. No se borra nada.',
    },
    confirm: 'Apartarlo y arrancar',
    keptAt: 'El archivo dañado se conserva, sin cambios, en {path}.',
    noRemedy:
      'Satchel no puede arreglar esto por sí solo. Corrige lo que se indica arriba e inténtalo de nuevo.',
  },
}
