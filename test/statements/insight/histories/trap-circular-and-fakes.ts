import type { History } from './read-histories.ts';

export const histories: readonly History[] = [
  {
    name: 'four-hundred-thousand-back-next-day',
    holder: 'GODSWILL ETIM BASSEY',
    why: 'Received and returned the next day to the same person less a small cut: money made to ' + 'pass, not income.',
    lines: `
2024-03-26 + 88000.00 salary | NIP/UBA/CROSSWAY HAULAGE LTD/MARCH SALARY
2024-04-10 + 400000.00 none:circular | NIP/ACCESS/UKEME JOHN ITA/
2024-04-11 - 399900.00 spend | NIP CR/UKEME JOHN ITA/ACCESS
2024-04-26 + 88000.00 salary | NIP/UBA/CROSSWAY HAULAGE LTD/APRIL SALARY
2024-05-09 + 400000.00 none:circular | NIP/ACCESS/UKEME JOHN ITA/
2024-05-10 - 399900.00 spend | NIP CR/UKEME JOHN ITA/ACCESS
2024-05-28 + 88000.00 salary | NIP/UBA/CROSSWAY HAULAGE LTD/MAY SALARY
2024-06-07 + 400000.00 none:circular | NIP/ACCESS/UKEME JOHN ITA/
2024-06-08 - 399900.00 spend | NIP CR/UKEME JOHN ITA/ACCESS
2024-06-12 - 4000.00 spend | POS PRCH WATT MARKET CALABAR
2024-06-26 + 88000.00 salary | NIP/UBA/CROSSWAY HAULAGE LTD/JUNE SALARY
`,
  },
  {
    name: 'salary-word-that-goes-back',
    holder: 'FEMI JAMES ADENIYI',
    why: 'Sham pay: "salary" arrives each month and leaves within two days to the same party less a ' + 'fee.',
    lines: `
2024-05-27 + 350000.00 none:circular | NIP/STERLING/TOPLINE VENTURES/SALARY MAY
2024-05-28 - 345000.00 spend | NIP TRANSFER TO STERLING - TOPLINE VENTURES
2024-05-28 - 53.75 spend | NIP Charge + VAT
2024-06-10 + 26000.00 income | NIP/KUDA/ABIGAIL SHOLA/photo shoot
2024-06-26 + 350000.00 none:circular | NIP/STERLING/TOPLINE VENTURES/SALARY JUNE
2024-06-28 - 345000.00 spend | NIP TRANSFER TO STERLING - TOPLINE VENTURES
2024-07-13 + 40000.00 income | NIP/GTB/OLUWOLE ALABI/wedding album
2024-07-26 + 350000.00 none:circular | NIP/STERLING/TOPLINE VENTURES/SALARY JULY
2024-07-27 - 345000.00 spend | NIP TRANSFER TO STERLING - TOPLINE VENTURES
2024-08-17 + 33000.00 income | NIP/OPAY/MERCY UDOH/naming pictures
`,
  },
  {
    name: 'returned-in-three-parts',
    holder: 'SULEIMAN ADO BICHI',
    why: 'A friend’s 600,000 goes back in three parts within three days; the rice sales are real.',
    lines: `
2024-02-06 + 95000.00 income | NIP/JAIZ/MURTALA RICE MILLERS/10 bags
2024-02-12 + 600000.00 none:circular | NIP/ZENITH/KABIRU INUWA DALA/
2024-02-12 - 200000.00 spend | NIP CR/KABIRU INUWA DALA/ZENITH
2024-02-13 - 200000.00 spend | NIP CR/KABIRU INUWA DALA/ZENITH
2024-02-14 - 198000.00 spend | NIP CR/KABIRU INUWA DALA/ZENITH
2024-03-05 + 104000.00 income | NIP/JAIZ/MURTALA RICE MILLERS/11 bags
2024-03-11 + 600000.00 none:circular | NIP/ZENITH/KABIRU INUWA DALA/
2024-03-11 - 300000.00 spend | NIP CR/KABIRU INUWA DALA/ZENITH
2024-03-12 - 150000.00 spend | NIP CR/KABIRU INUWA DALA/ZENITH
2024-03-13 - 149000.00 spend | NIP CR/KABIRU INUWA DALA/ZENITH
2024-04-04 + 87000.00 income | NIP/JAIZ/MURTALA RICE MILLERS/9 bags
`,
  },
  {
    name: 'sent-out-first-then-came-home',
    holder: 'ROSEMARY ITOHAN OSAZE',
    why:
      'She sends money to a friend who returns it next day as if a customer paid. Out first, in ' +
      'later: still circular.',
    lines: `
2024-01-15 - 250000.00 spend | NIP CR/BLESSING OSARO IYAMU/GTB
2024-01-16 + 250000.00 none:circular | NIP/GTB/BLESSING OSARO IYAMU/payment for goods
2024-01-30 + 22000.00 income | NIP/OPAY/EHI SALAMI/ankara 6 yards
2024-02-14 - 250000.00 spend | NIP CR/BLESSING OSARO IYAMU/GTB
2024-02-15 + 249000.00 none:circular | NIP/GTB/BLESSING OSARO IYAMU/payment for goods
2024-02-24 + 31000.00 income | NIP/ACCESS/MRS OKUNDAYE/lace
2024-03-14 - 250000.00 spend | NIP CR/BLESSING OSARO IYAMU/GTB
2024-03-15 + 250000.00 none:circular | NIP/GTB/BLESSING OSARO IYAMU/payment for goods
2024-03-22 + 18000.00 income | NIP/FBN/VIVIAN EBOIGBE/2 wrappers
2024-04-03 - 45000.00 spend | NIP CR/BALOGUN MKT TEXTILES/FCMB
`,
  },
  {
    name: 'through-a-second-person',
    holder: 'CHRISTOPHER TANIMU GYANG',
    why:
      'Pam sends, Dung gets nearly all of it the same day, each month equal: pass-through. ' +
      'Officers call it no income.',
    lines: `
2024-05-15 + 300000.00 none:circular | NIP/FBN/PAM DAVOU/pls forward to Dung
2024-05-15 - 299500.00 spend | NIP CR/DUNG LUKA/ACCESS
2024-05-28 + 62000.00 salary | NIP/FBN/PLATEAU POLY FARM/MAY SALARY
2024-06-14 + 300000.00 none:circular | NIP/FBN/PAM DAVOU/pls forward to Dung
2024-06-14 - 299500.00 spend | NIP CR/DUNG LUKA/ACCESS
2024-06-28 + 62000.00 salary | NIP/FBN/PLATEAU POLY FARM/JUNE SALARY
2024-07-15 + 300000.00 none:circular | NIP/FBN/PAM DAVOU/pls forward to Dung
2024-07-15 - 299500.00 spend | NIP CR/DUNG LUKA/ACCESS
2024-07-30 + 62000.00 salary | NIP/FBN/PLATEAU POLY FARM/JULY SALARY
2024-08-02 - 15000.00 spend | NIP CR/GYANG NAOMI/UBA
`,
  },
  {
    name: 'friend-types-salary-once',
    holder: 'UCHENNA BRIGHT ALOZIE',
    why:
      'Three different friends type "salary" as a joke or to help; no employer, no rhythm. The ' +
      'welding jobs are income.',
    lines: `
2024-07-09 + 55000.00 income | NIP/FIDELITY/ST PETER PARISH ABA/burglary proof
2024-07-26 + 120000.00 open:no-salary | NIP/PALMPAY/IKENNA DAVID OKEKE/salary
2024-07-29 - 50000.00 spend | NIP CR/ALOZIE GRACE/ECO
2024-08-06 + 70000.00 income | NIP/UBA/MR DAN KALU/gate repair
2024-08-19 + 40000.00 open:no-salary | NIP/OPAY/CHIDI VICTOR/SALARY LOL
2024-09-12 + 48000.00 income | NIP/GTB/NKEIRU AMADI/tank stand
2024-09-30 + 95000.00 open:no-salary | NIP/KUDA/STANLEY OGU/my salary alert hold for me
2024-10-10 + 51000.00 income | NIP/UBA/MR DAN KALU/railings
`,
  },
  {
    name: 'faked-alert-from-an-individual',
    holder: 'RASAQ OLAMIDE TIJANI',
    why:
      'For two months before the application a person sends "salary", funded by his own transfers ' +
      'to her some days before.',
    lines: `
2024-03-04 + 17000.00 income | Transfer from SEGUN BELLO | Wema | 02***1190 | barbing home service
2024-04-12 + 14000.00 income | Transfer from MR TUNJI | GTBank | 01***8820 | haircuts family
2024-05-23 - 180000.00 spend | Transfer to MUTIAT ABIOLA SANNI | OPay | 81***7711
2024-05-25 + 180000.00 none:circular | Transfer from MUTIAT ABIOLA SANNI | OPay | 81***7711 | SALARY MAY
2024-05-31 + 11000.00 income | Transfer from SEGUN BELLO | Wema | 02***1190 | barbing
2024-06-23 - 180000.00 spend | Transfer to MUTIAT ABIOLA SANNI | OPay | 81***7711
2024-06-25 + 180000.00 none:circular | Transfer from MUTIAT ABIOLA SANNI | OPay | 81***7711 | SALARY JUNE
2024-06-29 + 16000.00 income | Transfer from ALFA YUSUF | Sterling | 00***5532 | cuts
2024-07-01 - 2500.00 spend | Airtime MTN 08130001122
`,
  },
  {
    name: 'treasurer-of-the-class-set',
    holder: 'NGOZI STELLA UMEH',
    why:
      'Class dues come in small sums and go out whole to the caterer: money of others. Her own ' +
      'pay comes from the firm.',
    lines: `
2024-08-01 + 10000.00 open:no-salary | NIP/GTB/IFEANYI OBIAKO/set 99 reunion dues
2024-08-02 + 10000.00 open:no-salary | NIP/ACCESS/ADAKU NWOGU/reunion dues
2024-08-03 + 10000.00 open:no-salary | NIP/UBA/OKEY AGU/reunion levy
2024-08-05 + 10000.00 open:no-salary | NIP/ZENITH/PRINCE EMEKA EZE/99 set dues
2024-08-05 - 40000.00 spend | NIP CR/DELIGHT CATERING ENUGU/reunion deposit/FBN
2024-08-29 + 156500.00 salary | PAYROLL AUG24 NINTH MILE BREWERY PLC
2024-09-27 + 156500.00 salary | PAYROLL SEP24 NINTH MILE BREWERY PLC
2024-10-04 - 20000.00 debt | RENMONEY MFB INSTALMENT DD
2024-10-30 + 156500.00 salary | PAYROLL OCT24 NINTH MILE BREWERY PLC
2024-11-04 - 20000.00 debt | RENMONEY MFB INSTALMENT DD
2024-11-28 + 156500.00 salary | PAYROLL NOV24 NINTH MILE BREWERY PLC
2024-12-04 - 20000.00 debt | RENMONEY MFB INSTALMENT DD
`,
  },
];
