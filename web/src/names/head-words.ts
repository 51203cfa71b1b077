/** Characters of a cell that are read as a head. */
const LONGEST_HEAD = 200;

// Written as heads are compared: lower case, without accents, blanks and marks. What spreadsheets and exports call the
// column of usernames, in the languages that people have sent files in.
const NAME_HEADS = words(`
  username usernames user users userhandle userid handle handles instagram instagramusername instagramhandle
  instagramaccount instagramname instagramuser instagramid instagramprofile instagramurl instagramlink insta
  instaname instahandle instausername ig ighandle igusername iguser igname account accounts accountname profile
  profilename profileurl profilelink profileid profillink profil recipient recipients screenname login nick nickname
  nutzername benutzername benutzer instagrambenutzername pseudo nomdutilisateur utilisateur identifiant compte
  usuario usuarios nomedeusuario nombredeusuario utilizador nomedeutilizador cuenta conta perfil nomeutente utente
  profilo brukernavn bruker brugernavn anvandarnamn kayttajanimi kayttajatunnus gebruikersnaam gebruiker
  nazwauzytkownika uzytkownik uzivatelskejmeno uzivatel pouzivatelskemeno pouzivatel felhasznalonev felhasznalo
  numeutilizator utilizator korisnickoime korisnik kullaniciadi kullanici имяпользователя пользователь никнейм ник логин
  имякористувача користувач потребителскоиме ονομαχρηστη ユーザー名 ユーザーネーム アカウント 用户名 用戶名 账号 帳號
  사용자이름 아이디 اسمالمستخدم المستخدم שםמשתמש namapengguna pengguna tennguoidung ชื่อผู้ใช้`);
const ADDRESS_HEADS = words(`
  address addresses adresse adresses direccion indirizzo endereco adres jid xmpp recipient recipients username account
  email emails emailaddress mail mailadresse epost adresa cim`);
// What other columns are called: a first row that has such a word is a head as well.
const OTHER_HEADS = words(`
  id no nr num number name names fullname firstname lastname first last surname givenname familyname title email
  emailaddress mail phone phonenumber tel telephone mobile city town country state zip postcode address street date
  created createdat birthday age gender company notes note comment comments tag tags status source url link website
  query followers following follower bio biography line reason file response answer customer customers contact contacts
  member members people person list
  vorname nachname ort stadt land strasse plz telefon geburtstag datum notiz bemerkung kunde kunden kontakt kontakte
  firma anrede lfdnr nom prenom ville pays telephone societe nome cognome sobrenome citta cidade pais telefone contato
  contatos cliente clientes clienti nombre apellido apellidos ciudad telefono correo fecha navn fornavn etternavn
  efternavn by poststed namn fornamn stad etunimi sukunimi kaupunki naam voornaam achternaam plaats imie nazwisko
  miasto jmeno prijmeni mesto nev keresztnev varos nume prenume oras ime prezime grad ad adi soyad soyadi isim sehir
  имя фамилия город телефон имена ονομα πολη 名前 氏名 姓名 城市 이름 도시 الاسم المدينة שם עיר nama kota`);

// Names of another program as likely as the site's.
const FOREIGN_HEADS = words(`
  nick nickname login userid instagramid id alias user users account accounts screenname identifiant compte pseudo cuenta
  conta benutzer nutzer utilisateur usuario usuarios identifiant никнейм ник логин アカウント 账号 帳號 아이디`);
const TAGS_HEADS = words(`
  tag tags taglist etiqueta etiquetas etiquette etiquettes etichetta etichette schlagwort schlagworte schlagworter etikett
  etiketten etikette etiketter etykieta etykiety markering`);

// A head may be a question: 'What is your Instagram username?'.
const NAME_STEMS = words('username instagram handle benutzername nutzername usuario kullaniciad brukernavn');

// What a file may know of somebody, and a campaign has no use for. Their columns are skipped unless a person chooses.
const PRIVATE_HEADS = words(`
  email emails emailaddress mail mails mailadresse epost eposta correo correoelectronico courriel posta postaelettronica
  adresemail tel telephone telefon telefono telefone telefonnummer phone phonenumber mobile mobil mobilnummer cell handynummer
  handy celular portable puhelin puhelinnumero iban bic kontonummer bankaccount password passwort kennwort motdepasse contrasena senha
  wachtwoord losenord passord birthday birthdate birth dateofbirth dob geburtstag geburtsdatum fechadenacimiento cumpleanos
  datedenaissance anniversaire datadinascita datadenascimento aniversario verjaardag geboortedatum fodselsdag fodelsedag
  почта эпочта телефон пароль деньрождения датарождения メール 電話 生年月日 邮箱 电话 手机 生日 이메일 전화 생일`);
const PRIVATE_STEMS = ['email', 'telefon', 'phone', 'password', 'passwort', 'birthd', 'geburt', 'iban'];

const HOLDS_STEM = /username|handle|instagram|nutzername|usu[aá]rio|kullan[iıý]c|brukernavn/i;

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(Boolean).map(plainHead));
}

/** A head as heads are compared. */
export function plainHead(cell: string): string {
  const plain = cell
    .slice(0, LONGEST_HEAD)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i');
  return plain.replace(/[^\p{L}\p{N}]/gu, '');
}

/** How surely a head names the column of names: 2 is a known word, 1 holds one. */
export function nameHeadRank(cell: string, isAddress: boolean): 0 | 1 | 2 {
  if (/^\s*[@＠]\S/.test(cell)) return 0;
  const plain = plainHead(cell);
  if ((isAddress ? ADDRESS_HEADS : NAME_HEADS).has(plain)) return 2;
  if (isAddress || cell.length > 200 || /:\/\//.test(cell)) return 0;
  return [...NAME_STEMS].some((stem) => plain.includes(stem)) && /[^\p{L}\p{N}._]|instagram/iu.test(cell)
    ? 1
    : 0;
}

/** Whether a cell is a word that heads of tables are made of. */
export function isHeadWord(cell: string): boolean {
  if (/^\s*[@＠]\S/.test(cell)) return false;
  const plain = plainHead(cell);
  return NAME_HEADS.has(plain) || OTHER_HEADS.has(plain) || ADDRESS_HEADS.has(plain);
}

/** Whether a head means what an import skips unless a person chooses: e-mail, phone, account, password, birthday. */
export function isPrivateHead(cell: string): boolean {
  const plain = plainHead(cell);
  return (
    PRIVATE_HEADS.has(plain) || PRIVATE_STEMS.some((stem) => plain.startsWith(stem) || plain.endsWith(stem))
  );
}

/** Whether a head may mean the names of another program: nick, login, user id. */
export function isForeignHead(cell: string): boolean {
  return FOREIGN_HEADS.has(plainHead(cell));
}

/** Whether a head means the tags of each row. */
export function isTagsHead(cell: string): boolean {
  return TAGS_HEADS.has(plainHead(cell));
}

/** Whether a head means usernames, also in a column that was not chosen for them. */
export function isNamesHead(cell: string): boolean {
  return NAME_HEADS.has(plainHead(cell));
}

/** Whether a cell is the head of a column of names and hardly anybody's name: 'nick' and 'account' may be both. */
export function isNameHead(cell: string, isAddress: boolean): boolean {
  // Asked for each of a million names.
  if (!HOLDS_STEM.test(cell)) return false;
  const plain = plainHead(cell);
  return nameHeadRank(cell, isAddress) === 2 && [...NAME_STEMS].some((stem) => plain.startsWith(stem));
}
