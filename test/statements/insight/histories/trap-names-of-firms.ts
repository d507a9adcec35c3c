import type { History } from './read-histories.ts';

export const histories: readonly History[] = [
  {
    name: 'wordless-halves-from-one-name',
    holder: 'JUSTINA OGECHI UBAH',
    why: 'A firm of one name pays the same in the middle and at the end of each month. That is most of her income.',
    lines: `
      2025-01-15 + 60000 salary | NIP/STANBIC/ZUVIKA/277435228250
      2025-01-26 - 82 spend | SMS ALERT CHARGE JAN 2025
      2025-01-30 + 60000 salary | NIP/STANBIC/ZUVIKA/881230168252
      2025-02-09 + 8000 income | NIP/UBA/CHIOMA OKEKE/hair
      2025-02-11 - 18418 spend | POS PURCHASE -064280-CHICKEN REPUBLIC LANG
      2025-02-15 + 60000 salary | NIP/STANBIC/ZUVIKA/864182247304
      2025-02-28 + 60000 salary | NIP/STANBIC/ZUVIKA/166992618336
      2025-03-06 - 26.88 spend | NIP CHARGE + VAT
      2025-03-12 + 5000 income | NIP/UBA/CHIOMA OKEKE/hair
      2025-03-15 + 60000 salary | NIP/STANBIC/ZUVIKA/192558792243
      2025-03-31 + 60000 salary | NIP/STANBIC/ZUVIKA/183264594905
      2025-04-10 - 10837 spend | Airtime/08033662160/MTN
      2025-04-15 + 60000 salary | NIP/STANBIC/ZUVIKA/759759358437
      2025-04-30 + 60000 salary | NIP/STANBIC/ZUVIKA/616750844871`,
  },
  {
    name: 'one-name-before-the-holder',
    holder: 'PETER AKPOR EDAFE',
    why: 'A bank of the list stands before a firm of one name, so the name is no bank. The holder is the payee.',
    lines: `
      2025-01-22 - 50 spend | ELECTRONIC MONEY TRANSFER LEVY
      2025-01-25 + 318000 salary | FIP:ZIB/PETROVEST/EDAFE PETER AKPOR
      2025-01-27 - 54000 debt | STANDING ORDER/CAR FINANCING/KIA
      2025-02-05 - 56 spend | SMS ALERT CHARGE FEB 2025
      2025-02-25 + 318000 salary | FIP:ZIB/PETROVEST/EDAFE PETER AKPOR
      2025-02-27 - 54000 debt | STANDING ORDER/CAR FINANCING/KIA
      2025-03-25 + 340000 salary | FIP:ZIB/PETROVEST/EDAFE PETER AKPOR
      2025-03-27 - 54000 debt | STANDING ORDER/CAR FINANCING/KIA
      2025-03-28 - 52 spend | SMS ALERT CHARGE MAR 2025
      2025-04-01 - 5108 spend | NIP TRANSFER TO OPAY - SANI LAWAL
      2025-04-25 + 340000 salary | FIP:ZIB/PETROVEST/EDAFE PETER AKPOR
      2025-04-27 - 54000 debt | STANDING ORDER/CAR FINANCING/KIA`,
  },
  {
    name: 'name-with-for',
    holder: 'RAHINATU SULE KWARBAI',
    why: 'FOR stands between the words of a charity. It pays without words.',
    lines: `
      2025-01-09 - 510 spend | POS PURCHASE -123459-MEDPLUS PHARMACY LANG
      2025-01-12 + 30000 income | NIP/UBA/LADI GORO/hijab
      2025-01-24 + 276000 salary | FIP:MB:FBN/HOPE FOR SAHEL/060908804150
      2025-01-25 - 30000 spend | FIP:MB:JAIZ/SULE KWARBAI ABDUL/school allowance
      2025-02-12 + 15000 income | NIP/UBA/LADI GORO/hijab
      2025-02-22 - 69 spend | SMS ALERT CHARGE FEB 2025
      2025-02-24 + 276000 salary | FIP:MB:FBN/HOPE FOR SAHEL/324779385515
      2025-02-25 - 30000 spend | FIP:MB:JAIZ/SULE KWARBAI ABDUL/school allowance
      2025-03-12 + 22000 income | NIP/UBA/LADI GORO/hijab
      2025-03-14 - 50 spend | ELECTRONIC MONEY TRANSFER LEVY
      2025-03-24 + 276000 salary | FIP:MB:FBN/HOPE FOR SAHEL/502013359559
      2025-03-25 - 30000 spend | FIP:MB:JAIZ/SULE KWARBAI ABDUL/school allowance
      2025-04-20 - 50 spend | ELECTRONIC MONEY TRANSFER LEVY
      2025-04-24 + 276000 salary | FIP:MB:FBN/HOPE FOR SAHEL/995701496017
      2025-04-25 - 30000 spend | FIP:MB:JAIZ/SULE KWARBAI ABDUL/school allowance`,
  },
  {
    name: 'hyphen-in-the-payer',
    holder: 'SOLA BEATRICE OMONIYI',
    why: 'A hyphen in the name of a hospital ends no name.',
    lines: `
      2025-01-10 + 60000 salary | NXG:TRF FRM OREKI CLINICS TO SOLA OMONIYI/locum December
      2025-01-19 - 13571 spend | MOBILE TRF TO FUNKE ADEBAYO/food
      2025-01-27 + 186000 salary | NXG:TRF FRM BEDDINGFORD MULTI-SPECIALIST TO SOLA OMONIYI
      2025-02-12 + 60000 salary | NXG:TRF FRM OREKI CLINICS TO SOLA OMONIYI/locum January
      2025-02-26 + 186000 salary | NXG:TRF FRM BEDDINGFORD MULTI-SPECIALIST TO SOLA OMONIYI
      2025-02-27 - 53.75 spend | NIP CHARGE + VAT
      2025-03-06 - 7530 spend | POS PURCHASE -865751-DOMINOS LANG
      2025-03-10 + 60000 salary | NXG:TRF FRM OREKI CLINICS TO SOLA OMONIYI/locum February
      2025-03-28 + 186000 salary | NXG:TRF FRM BEDDINGFORD MULTI-SPECIALIST TO SOLA OMONIYI
      2025-04-05 - 26.88 spend | NIP CHARGE + VAT
      2025-04-11 + 60000 salary | NXG:TRF FRM OREKI CLINICS TO SOLA OMONIYI/locum March
      2025-04-27 + 186000 salary | NXG:TRF FRM BEDDINGFORD MULTI-SPECIALIST TO SOLA OMONIYI`,
  },
  {
    name: 'rest-of-the-pay',
    holder: 'TEMITOPE JOSEPH ALADE',
    why: 'A firm pays in two parts each month, and calls the second one BAL. A customer pays a balance, too.',
    lines: `
      2025-01-04 - 1203 spend | MOBILE TRF TO DAVID TERNA/food
      2025-01-27 + 150000 salary | FIP:GTB/KINGSWAY REALTORS/TRF
      2025-01-31 + 60000 salary | FIP:GTB/KINGSWAY REALTORS/BAL
      2025-02-09 + 12000 income | NIP/UBA/LOVELACE CRAFTS/BAL
      2025-02-19 - 54 spend | SMS ALERT CHARGE FEB 2025
      2025-02-26 + 150000 salary | FIP:GTB/KINGSWAY REALTORS/TRF
      2025-02-28 + 60000 salary | FIP:GTB/KINGSWAY REALTORS/BAL
      2025-03-17 + 20000 income | NIP/UBA/LOVELACE CRAFTS/BAL
      2025-03-25 - 3009 spend | ATM WITHDRAWAL-0419-ALLEN AVENUE/Lagos//NG
      2025-03-27 + 150000 salary | FIP:GTB/KINGSWAY REALTORS/TRF
      2025-03-31 + 60000 salary | FIP:GTB/KINGSWAY REALTORS/BAL
      2025-04-12 + 7500 income | NIP/UBA/LOVELACE CRAFTS/BAL
      2025-04-24 - 3911 spend | Airtime/08031199476/MTN
      2025-04-28 + 150000 salary | FIP:GTB/KINGSWAY REALTORS/TRF
      2025-04-30 + 60000 salary | FIP:GTB/KINGSWAY REALTORS/BAL`,
  },
  {
    name: 'uneven-net-pay',
    holder: 'MSUGH TERNA KORNA',
    why: 'The same uneven sum each month is pay after tax, whoever pays. Relatives send round sums.',
    lines: `
      2025-01-03 + 60000 income | NIP/UBA/HEMBADOON SHIMA/
      2025-01-11 - 12560 spend | MOBILE TRF TO MUSA ABUBAKAR/food
      2025-01-27 + 66666.67 salary | NIP/FBN/TSEMBE AONDOHEMBA/
      2025-02-02 + 60000 income | NIP/UBA/HEMBADOON SHIMA/
      2025-02-20 - 50 spend | ELECTRONIC MONEY TRANSFER LEVY
      2025-02-26 + 66666.67 salary | NIP/FBN/TSEMBE AONDOHEMBA/
      2025-03-04 + 60000 income | NIP/UBA/HEMBADOON SHIMA/
      2025-03-14 - 12580 spend | Airtime/08034025369/MTN
      2025-03-28 + 66666.67 salary | NIP/FBN/TSEMBE AONDOHEMBA/
      2025-04-03 + 60000 income | NIP/UBA/HEMBADOON SHIMA/
      2025-04-20 - 50 spend | ELECTRONIC MONEY TRANSFER LEVY
      2025-04-27 + 66666.67 salary | NIP/FBN/TSEMBE AONDOHEMBA/
      2025-05-02 + 60000 income | NIP/UBA/HEMBADOON SHIMA/
      2025-05-09 - 53.75 spend | NIP CHARGE + VAT
      2025-05-26 + 66666.67 salary | NIP/FBN/TSEMBE AONDOHEMBA/`,
  },
  {
    name: 'alert-of-a-salary',
    holder: 'REBECCA KANYINSOLA ADEYEMO',
    why: 'The text of an alert ends with the balance, which is no remark.',
    lines: `
      2025-01-02 - 14250 debt | CORNERSTONE INSURANCE PREMIUM 37864391
      2025-01-26 - 50 spend | ELECTRONIC MONEY TRANSFER LEVY
      2025-01-26 + 268000 salary | Acct:***221 Amt:NGN268,000.00 CR Desc:NIP CR FRM OREKI GARDENS ESTATE/TRF Avail Bal
      2025-02-02 - 14250 debt | CORNERSTONE INSURANCE PREMIUM 17560263
      2025-02-26 + 268000 salary | Acct:***221 Amt:NGN268,000.00 CR Desc:NIP CR FRM OREKI GARDENS ESTATE/TRF Avail Bal
      2025-02-28 - 26.88 spend | NIP CHARGE + VAT
      2025-03-02 - 14250 debt | CORNERSTONE INSURANCE PREMIUM 76825398
      2025-03-21 - 7868 spend | POS PURCHASE -207563-SHOPRITE IKEJA LANG
      2025-03-26 + 268000 salary | Acct:***221 Amt:NGN268,000.00 CR Desc:NIP CR FRM OREKI GARDENS ESTATE/TRF Avail Bal
      2025-04-02 - 14250 debt | CORNERSTONE INSURANCE PREMIUM 69364010
      2025-04-10 - 10.75 spend | NIP CHARGE + VAT
      2025-04-26 + 268000 salary | Acct:***221 Amt:NGN268,000.00 CR Desc:NIP CR FRM OREKI GARDENS ESTATE/TRF Avail Bal`,
  },
  {
    name: 'sweetheart-and-sister',
    holder: 'LYDIA MOSES KURE',
    why: 'Who loves her sends most of her income, and is called so. So does her sister.',
    lines: `
      2025-01-05 + 40000 income | TRF FROM BIG SISTER
      2025-01-09 - 20000 debt | NIP TRANSFER TO UBA - PASTOR JATAU/room rent
      2025-01-23 - 13759 spend | Airtime/08032366074/MTN
      2025-01-27 + 100000 income | NIP/GTB/SWEETHEART/
      2025-02-05 + 40000 income | TRF FROM BIG SISTER
      2025-02-09 - 20000 debt | NIP TRANSFER TO UBA - PASTOR JATAU/room rent
      2025-02-23 - 4249 spend | MOBILE TRF TO RASHEED ALABI/food
      2025-02-26 + 100000 income | NIP/GTB/SWEETHEART/
      2025-03-05 + 40000 income | TRF FROM BIG SISTER
      2025-03-09 - 20000 debt | NIP TRANSFER TO UBA - PASTOR JATAU/room rent
      2025-03-23 - 3906 spend | POS PURCHASE -652072-CHICKEN REPUBLIC LANG
      2025-03-28 + 100000 income | NIP/GTB/SWEETHEART/
      2025-04-05 + 40000 income | TRF FROM BIG SISTER
      2025-04-09 - 20000 debt | NIP TRANSFER TO UBA - PASTOR JATAU/room rent
      2025-04-15 - 800 spend | Airtime/08038837943/MTN
      2025-04-27 + 100000 income | NIP/GTB/SWEETHEART/`,
  },
];
