// The words of the page in eleven languages, in one place, to be read beside each other.

/** What the page says; `sender` is the name that the owner gave. */
interface PageWords {
  title: (sender: string) => string;
  writtenTo: string;
  /** '@lena.hartog on Instagram, on 16 September 2026'; without a day where nobody has written yet. */
  written: (account: { name: string; site: string | null; day: string | null }) => string;
  why: string;
  noSource: (sender: string) => string;
  stop: string;
  erase: string;
  effect: (sender: string) => string;
  done: (sender: string) => string;
  eraseTitle: (sender: string) => string;
  fingerprint: string;
  eraseSurely: string;
  back: string;
  wished: (sender: string) => string;
  unknown: string;
  later: string;
  by: string;
}

type Account = Parameters<PageWords['written']>[0];

/** '@lena.hartog on Instagram, on 16 September 2026', by the words of a language for both. */
const placed =
  (on: string, at: string) =>
  ({ name, site, day }: Account) =>
    `${name}${site === null ? '' : ` ${on} ${site}`}${day === null ? '' : `, ${at}${day}`}`;

const en: PageWords = {
  title: (sender) => `Stop messages from ${sender}?`,
  writtenTo: 'Written to',
  written: placed('on', 'on '),
  why: 'Why you got it',
  noSource: (sender) => `${sender} has not said where they have your name from.`,
  stop: 'Stop messages',
  erase: 'Erase what they keep about me',
  effect: (sender) =>
    `Stopping takes effect at once, for every account of ${sender}. You need no account and no password, and nobody is told that you opened this page.`,
  done: (sender) => `Done. ${sender} will not write to you again.`,
  eraseTitle: (sender) => `Erase what ${sender} keeps about you?`,
  fingerprint: 'They keep only a fingerprint, so that nobody writes to you again.',
  eraseSurely: 'Yes, stop messages and ask to erase',
  back: 'Back',
  wished: (sender) => `${sender} has been told that you ask to be erased.`,
  unknown: 'This link is not known here. If you typed it, compare it with the message.',
  later: 'This does not work at the moment. Please try again in a minute.',
  by: 'Sent with Pigeonpost',
};

const de: PageWords = {
  title: (sender) => `Keine Nachrichten mehr von ${sender}?`,
  writtenTo: 'Geschrieben an',
  written: placed('auf', 'am '),
  why: 'Warum Sie sie bekommen haben',
  noSource: (sender) => `${sender} hat nicht angegeben, woher der Name stammt.`,
  stop: 'Keine Nachrichten mehr',
  erase: 'Löschen, was über mich gespeichert ist',
  effect: (sender) =>
    `Das gilt sofort und für alle Konten von ${sender}. Sie brauchen kein Konto und kein Passwort, und niemand erfährt, dass Sie diese Seite geöffnet haben.`,
  done: (sender) => `Erledigt. ${sender} schreibt Ihnen nicht mehr.`,
  eraseTitle: (sender) => `Löschen, was ${sender} über Sie gespeichert hat?`,
  fingerprint: 'Es bleibt nur ein Fingerabdruck, damit Ihnen niemand mehr schreibt.',
  eraseSurely: 'Ja, keine Nachrichten mehr und Löschung verlangen',
  back: 'Zurück',
  wished: (sender) => `${sender} weiß jetzt, dass Sie die Löschung verlangen.`,
  unknown:
    'Dieser Link ist hier nicht bekannt. Wenn Sie ihn abgetippt haben, vergleichen Sie ihn mit der Nachricht.',
  later: 'Das geht im Moment nicht. Bitte versuchen Sie es in einer Minute noch einmal.',
  by: 'Gesendet mit Pigeonpost',
};

const fr: PageWords = {
  title: (sender) => `Ne plus recevoir de messages de ${sender} ?`,
  writtenTo: 'Destinataire',
  written: placed('sur', 'le '),
  why: 'Pourquoi vous l’avez reçu',
  noSource: (sender) => `${sender} n’a pas indiqué d’où vient votre nom.`,
  stop: 'Ne plus recevoir de messages',
  erase: 'Effacer ce qui est conservé sur moi',
  effect: (sender) =>
    `L’arrêt prend effet immédiatement, pour tous les comptes de ${sender}. Aucun compte ni mot de passe n’est nécessaire, et personne ne saura que vous avez ouvert cette page.`,
  done: (sender) => `C’est fait. ${sender} ne vous écrira plus.`,
  eraseTitle: (sender) => `Effacer ce que ${sender} conserve sur vous ?`,
  fingerprint: 'Seule une empreinte est conservée, pour que personne ne vous écrive plus.',
  eraseSurely: 'Oui, arrêter les messages et demander l’effacement',
  back: 'Retour',
  wished: (sender) => `${sender} sait que vous demandez l’effacement.`,
  unknown: 'Ce lien n’est pas connu ici. Si vous l’avez recopié, comparez-le avec le message.',
  later: 'Cela ne fonctionne pas pour le moment. Veuillez réessayer dans une minute.',
  by: 'Envoyé avec Pigeonpost',
};

const es: PageWords = {
  title: (sender) => `¿No recibir más mensajes de ${sender}?`,
  writtenTo: 'Escrito a',
  written: placed('en', 'el '),
  why: 'Por qué lo recibió',
  noSource: (sender) => `${sender} no ha dicho de dónde tiene su nombre.`,
  stop: 'No recibir más mensajes',
  erase: 'Borrar lo que guardan sobre mí',
  effect: (sender) =>
    `Surte efecto de inmediato, para todas las cuentas de ${sender}. No necesita cuenta ni contraseña, y nadie sabrá que abrió esta página.`,
  done: (sender) => `Hecho. ${sender} no volverá a escribirle.`,
  eraseTitle: (sender) => `¿Borrar lo que ${sender} guarda sobre usted?`,
  fingerprint: 'Solo se guarda una huella, para que nadie vuelva a escribirle.',
  eraseSurely: 'Sí, no más mensajes y pedir el borrado',
  back: 'Volver',
  wished: (sender) => `${sender} sabe ahora que usted pide el borrado.`,
  unknown: 'Este enlace no se conoce aquí. Si lo tecleó, compárelo con el mensaje.',
  later: 'Esto no funciona en este momento. Inténtelo de nuevo en un minuto.',
  by: 'Enviado con Pigeonpost',
};

const it: PageWords = {
  title: (sender) => `Non ricevere più messaggi da ${sender}?`,
  writtenTo: 'Scritto a',
  written: placed('su', 'il '),
  why: 'Perché lo ha ricevuto',
  noSource: (sender) => `${sender} non ha indicato da dove ha il suo nome.`,
  stop: 'Non ricevere più messaggi',
  erase: 'Cancellare ciò che conservano su di me',
  effect: (sender) =>
    `Ha effetto subito, per tutti gli account di ${sender}. Non servono account né password, e nessuno saprà che ha aperto questa pagina.`,
  done: (sender) => `Fatto. ${sender} non le scriverà più.`,
  eraseTitle: (sender) => `Cancellare ciò che ${sender} conserva su di lei?`,
  fingerprint: 'Resta solo un’impronta, perché nessuno le scriva più.',
  eraseSurely: 'Sì, niente più messaggi e chiedere la cancellazione',
  back: 'Indietro',
  wished: (sender) => `${sender} ora sa che lei chiede la cancellazione.`,
  unknown: 'Questo link non è noto qui. Se lo ha digitato, lo confronti con il messaggio.',
  later: 'Al momento non funziona. Riprovi tra un minuto.',
  by: 'Inviato con Pigeonpost',
};

const pt: PageWords = {
  title: (sender) => `Não receber mais mensagens de ${sender}?`,
  writtenTo: 'Escrito para',
  written: placed('no', 'em '),
  why: 'Porque a recebeu',
  noSource: (sender) => `${sender} não disse de onde tem o seu nome.`,
  stop: 'Não receber mais mensagens',
  erase: 'Apagar o que guardam sobre mim',
  effect: (sender) =>
    `Tem efeito imediato, para todas as contas de ${sender}. Não precisa de conta nem de palavra-passe, e ninguém fica a saber que abriu esta página.`,
  done: (sender) => `Feito. ${sender} não volta a escrever-lhe.`,
  eraseTitle: (sender) => `Apagar o que ${sender} guarda sobre si?`,
  fingerprint: 'Fica apenas uma impressão digital, para que ninguém volte a escrever-lhe.',
  eraseSurely: 'Sim, parar as mensagens e pedir o apagamento',
  back: 'Voltar',
  wished: (sender) => `${sender} sabe agora que pede o apagamento.`,
  unknown: 'Esta ligação não é conhecida aqui. Se a escreveu, compare-a com a mensagem.',
  later: 'Isto não funciona neste momento. Tente de novo dentro de um minuto.',
  by: 'Enviado com Pigeonpost',
};

const nl: PageWords = {
  title: (sender) => `Geen berichten meer van ${sender}?`,
  writtenTo: 'Geschreven aan',
  written: placed('op', 'op '),
  why: 'Waarom u het kreeg',
  noSource: (sender) => `${sender} heeft niet gezegd waar uw naam vandaan komt.`,
  stop: 'Geen berichten meer',
  erase: 'Wissen wat over mij is bewaard',
  effect: (sender) =>
    `Dit geldt meteen, voor alle accounts van ${sender}. U hebt geen account en geen wachtwoord nodig, en niemand hoort dat u deze pagina hebt geopend.`,
  done: (sender) => `Klaar. ${sender} schrijft u niet meer.`,
  eraseTitle: (sender) => `Wissen wat ${sender} over u bewaart?`,
  fingerprint: 'Er blijft alleen een vingerafdruk, zodat niemand u nog schrijft.',
  eraseSurely: 'Ja, geen berichten meer en om wissen vragen',
  back: 'Terug',
  wished: (sender) => `${sender} weet nu dat u om wissen vraagt.`,
  unknown: 'Deze link is hier niet bekend. Hebt u hem overgetypt, vergelijk hem dan met het bericht.',
  later: 'Dit werkt op het moment niet. Probeer het over een minuut opnieuw.',
  by: 'Verzonden met Pigeonpost',
};

const nb: PageWords = {
  title: (sender) => `Stoppe meldinger fra ${sender}?`,
  writtenTo: 'Skrevet til',
  written: placed('på', ''),
  why: 'Hvorfor du fikk den',
  noSource: (sender) => `${sender} har ikke sagt hvor de har navnet ditt fra.`,
  stop: 'Stopp meldinger',
  erase: 'Slett det de har lagret om meg',
  effect: (sender) =>
    `Det gjelder straks, for alle kontoene til ${sender}. Du trenger verken konto eller passord, og ingen får vite at du åpnet denne siden.`,
  done: (sender) => `Ferdig. ${sender} skriver ikke til deg igjen.`,
  eraseTitle: (sender) => `Slette det ${sender} har lagret om deg?`,
  fingerprint: 'Bare et fingeravtrykk blir igjen, slik at ingen skriver til deg igjen.',
  eraseSurely: 'Ja, stopp meldinger og be om sletting',
  back: 'Tilbake',
  wished: (sender) => `${sender} vet nå at du ber om sletting.`,
  unknown: 'Denne lenken er ikke kjent her. Har du skrevet den av, så sammenlign den med meldingen.',
  later: 'Dette virker ikke akkurat nå. Prøv igjen om et minutt.',
  by: 'Sendt med Pigeonpost',
};

const sv: PageWords = {
  title: (sender) => `Stoppa meddelanden från ${sender}?`,
  writtenTo: 'Skrivet till',
  written: placed('på', 'den '),
  why: 'Varför du fick det',
  noSource: (sender) => `${sender} har inte sagt varifrån de har ditt namn.`,
  stop: 'Stoppa meddelanden',
  erase: 'Radera det de har sparat om mig',
  effect: (sender) =>
    `Det gäller genast, för alla konton hos ${sender}. Du behöver varken konto eller lösenord, och ingen får veta att du öppnade den här sidan.`,
  done: (sender) => `Klart. ${sender} skriver inte till dig igen.`,
  eraseTitle: (sender) => `Radera det ${sender} har sparat om dig?`,
  fingerprint: 'Bara ett fingeravtryck blir kvar, så att ingen skriver till dig igen.',
  eraseSurely: 'Ja, stoppa meddelanden och begär radering',
  back: 'Tillbaka',
  wished: (sender) => `${sender} vet nu att du begär radering.`,
  unknown: 'Den här länken är inte känd här. Om du skrev av den, jämför den med meddelandet.',
  later: 'Det fungerar inte just nu. Försök igen om en minut.',
  by: 'Skickat med Pigeonpost',
};

const da: PageWords = {
  title: (sender) => `Stoppe beskeder fra ${sender}?`,
  writtenTo: 'Skrevet til',
  written: placed('på', 'den '),
  why: 'Hvorfor du fik den',
  noSource: (sender) => `${sender} har ikke sagt, hvor de har dit navn fra.`,
  stop: 'Stop beskeder',
  erase: 'Slet det, de har gemt om mig',
  effect: (sender) =>
    `Det gælder straks, for alle konti hos ${sender}. Du behøver hverken konto eller adgangskode, og ingen får at vide, at du åbnede denne side.`,
  done: (sender) => `Færdig. ${sender} skriver ikke til dig igen.`,
  eraseTitle: (sender) => `Slette det, ${sender} har gemt om dig?`,
  fingerprint: 'Kun et fingeraftryk bliver tilbage, så ingen skriver til dig igen.',
  eraseSurely: 'Ja, stop beskeder og bed om sletning',
  back: 'Tilbage',
  wished: (sender) => `${sender} ved nu, at du beder om sletning.`,
  unknown: 'Dette link kendes ikke her. Hvis du har skrevet det af, så sammenlign det med beskeden.',
  later: 'Det virker ikke lige nu. Prøv igen om et minut.',
  by: 'Sendt med Pigeonpost',
};

const pl: PageWords = {
  title: (sender) => `Nie dostawać więcej wiadomości od ${sender}?`,
  writtenTo: 'Napisano do',
  written: placed('na', ''),
  why: 'Dlaczego ją otrzymano',
  noSource: (sender) => `${sender}: nie podano, skąd pochodzi ta nazwa.`,
  stop: 'Zatrzymaj wiadomości',
  erase: 'Usuń to, co o mnie przechowują',
  effect: (sender) =>
    `Działa od razu, dla wszystkich kont ${sender}. Nie trzeba konta ani hasła i nikt się nie dowie, że ta strona została otwarta.`,
  done: (sender) => `Gotowe. ${sender} nie napisze więcej.`,
  eraseTitle: (sender) => `Usunąć to, co ${sender} o Tobie przechowuje?`,
  fingerprint: 'Zostanie tylko odcisk, aby nikt więcej nie pisał.',
  eraseSurely: 'Tak, zatrzymaj wiadomości i poproś o usunięcie',
  back: 'Wróć',
  wished: (sender) => `${sender} wie już o prośbie o usunięcie.`,
  unknown: 'Ten link nie jest tu znany. Jeśli został przepisany, porównaj go z wiadomością.',
  later: 'To teraz nie działa. Spróbuj ponownie za minutę.',
  by: 'Wysłano przez Pigeonpost',
};

/** By the codes of HTML; Norwegian is written Bokmål. */
export const PAGE_WORDS = { en, de, fr, es, it, pt, nl, nb, sv, da, pl };
export type PageLanguage = keyof typeof PAGE_WORDS;
